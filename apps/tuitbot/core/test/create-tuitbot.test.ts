import { setImmediate } from 'node:timers/promises'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, onTestFinished, test } from 'vitest'
import { createSmallTuitbot } from './workflow/small-tuitbot.js'

test('trouble that cannot even be written down ends no process', async () => {
  await using world = await createSmallTuitbot()
  const { tuitbot } = world
  damage(tuitbot.ctx.config.storage.dbPath)
  const ending: unknown[] = []
  const note = (reason: unknown) => ending.push(reason)
  process.on('unhandledRejection', note)
  onTestFinished(() => void process.off('unhandledRejection', note))

  const stop = tuitbot.start()
  await stop()
  await tuitbot.close()
  await setImmediate()

  expect(ending).toEqual([])
})

/** As a disk that fails, or a file that someone has tampered with. */
function damage(path: string): void {
  const file = new DatabaseSync(path)
  file.exec('drop table mention; drop table activity; drop table x_cost')
  file.close()
}

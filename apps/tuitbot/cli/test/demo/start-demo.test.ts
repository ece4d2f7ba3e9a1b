import { mkdirSync, readdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { openDatabase } from '@tuitbot/core'
import { createSimulator } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { choosePort } from '../../src/demo/choose-port.js'
import { startDemo } from '../../src/demo/start-demo.js'
import { runCli } from '../../src/run-cli.js'
import { tempHome } from '../processes.js'
import { record } from '../small-home.js'
import { takePort } from './take-port.js'

test('a demo that fails when its page is open closes the page too', async () => {
  using home = tempHome()
  const x = createSimulator({ world: 'empty', worldFile: join(home.path, 'simulated-x') })
  x.addAccount({ username: 'alice' })
  x.stop()
  const port = await findFreePort()

  await expect(start(home.path, port)).rejects.toThrow('no account @bob')

  expect(await choosePort(port)).toBe(port)
})

test('a page whose address cannot be kept is closed', async () => {
  using home = tempHome()
  await refuse(home.path, `insert on cursor when new.name = 'page'`)
  const port = await findFreePort()

  await expect(start(home.path, port)).rejects.toThrow('the disk is full')

  expect(await choosePort(port)).toBe(port)
})

test('what cannot be ended keeps nothing else open', async () => {
  using home = tempHome()
  await refuse(home.path, 'delete on lease')
  const port = await findFreePort()
  const demo = await start(home.path, port)

  await expect(demo.close()).rejects.toThrow('the disk is full')

  expect(await choosePort(port)).toBe(port)
  await expect(fetch(demo.simulator)).rejects.toThrow('fetch failed')
})

test.skipIf(process.platform !== 'linux')(
  'on a full disk a demo does not start, says why and where, and leaves no claim',
  async () => {
    using home = tempHome()
    createSimulator({ seed: 7, worldFile: join(home.path, 'simulated-x') }).stop()
    symlinkSync('/dev/full', join(home.path, 'config.toml'))
    const io = record()

    expect(await runCli(['demo', '--no-page', '--home', home.path], io)).toBe(1)

    expect(io.said.err).toContain(
      `The demo cannot start in ${home.path}: ENOSPC: no space left on device`,
    )
    expect(readdirSync(home.path)).toEqual(['config.toml', 'simulated-x'])
  },
)

async function start(home: string, port: number) {
  const page = join(home, 'page')
  mkdirSync(page)
  writeFileSync(join(page, 'index.html'), '')
  return startDemo({
    home,
    port,
    page,
    other: undefined,
    env: {},
    announce: () => undefined,
    report: () => undefined,
  })
}

/** A demo's folder with a database that does not do this one thing. */
async function refuse(home: string, what: string) {
  createSimulator({ seed: 7, worldFile: join(home, 'simulated-x') }).stop()
  const path = join(home, 'tuitbot.db')
  await openDatabase(path).close()
  const db = new DatabaseSync(path)
  db.exec(`create trigger refuse before ${what} begin select raise(abort, 'the disk is full'); end`)
  db.close()
}

async function findFreePort(): Promise<number> {
  await using taken = await takePort(0)
  return taken.port
}

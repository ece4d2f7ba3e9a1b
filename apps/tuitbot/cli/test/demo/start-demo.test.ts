import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { keysFromFile, openDatabase } from '@tuitbot/core'
import { createSimulator } from '@tuitbot/x-simulator'
import { expect, test, vi } from 'vitest'
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
    symlinkSync('/dev/full', join(home.path, 'config.toml.new'))
    const io = record()

    expect(await runCli(['demo', '--no-page', '--home', home.path], io)).toBe(1)

    expect(io.said.err).toContain(
      `The demo cannot start in ${home.path}: ENOSPC: no space left on device`,
    )
    expect(readdirSync(home.path)).toEqual(['config.toml.new', 'simulated-x'])
  },
)

test('a demo says that nobody could be told of what waits, and why', async () => {
  using home = tempHome()
  const said: string[] = []
  const demo = await startDemo({
    ...QUIET,
    home: home.path,
    env: { TUITBOT_APPROVALS__COMMAND: '/no/such' },
    onNotTold: (message) => said.push(message),
  })

  await vi.waitFor(() => expect(said).toHaveLength(1), { timeout: 30_000 })
  await demo.close()

  expect(said).toEqual([expect.stringContaining('spawn /no/such ENOENT')])
})

test('a demo that goes on keeps who decides, and says aloud where that has changed', async () => {
  using home = tempHome()
  const decidersOf = async (other?: string) => {
    const demo = await startDemo({ ...QUIET, home: home.path, other })
    await demo.close()
    return demo.deciders
  }

  expect(await decidersOf()).toBeUndefined()
  expect(await decidersOf('ben')).toBe('2 of owner and ben; until now: owner alone')
  expect(await decidersOf()).toBe('2 of owner and ben')
})

test('a demo does not make a new key for a folder that has lost its own', async () => {
  using home = tempHome()
  const demo = await startDemo({ ...QUIET, home: home.path })
  await demo.close()
  rmSync(join(home.path, 'master.key'))
  const world = readFileSync(join(home.path, 'simulated-x'))

  await expect(startDemo({ ...QUIET, home: home.path })).rejects.toThrow('master.key is missing')

  expect(existsSync(join(home.path, 'master.key'))).toBe(false)
  expect(readFileSync(join(home.path, 'simulated-x'))).toEqual(world)
})

const QUIET = {
  port: 0,
  page: undefined,
  other: undefined,
  env: {},
  announce: () => undefined,
  onNotTold: () => undefined,
  report: () => undefined,
}

async function start(home: string, port: number) {
  const page = join(home, 'page')
  mkdirSync(page)
  writeFileSync(join(page, 'index.html'), '')
  return startDemo({ ...QUIET, home, port, page })
}

/** A demo's folder with a database that does not do this one thing. */
async function refuse(home: string, what: string) {
  createSimulator({ seed: 7, worldFile: join(home, 'simulated-x') }).stop()
  keysFromFile(join(home, 'master.key')).load()
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

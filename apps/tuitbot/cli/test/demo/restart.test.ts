import { execFile } from 'node:child_process'
import { readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, relative } from 'node:path'
import { promisify } from 'node:util'
import { expect, test, vi } from 'vitest'
import { worldFileOf } from '../../src/demo/world-file.js'
import { runCli } from '../../src/run-cli.js'
import { listEffects, startDemo, tempHome } from '../processes.js'
import { record } from '../small-home.js'

test(
  'a demo that is started again in its folder goes on: new drafts come, and old ones can be approved',
  { timeout: 120_000 },
  async () => {
    using home = tempHome()
    const first = await startDemo(home.path, '--no-page')
    const old = await untilWaiting(home.path, () => true)
    expect(await first.stop()).toBe(0)
    expect(first.heard()).toContain(`What happened is kept in ${home.path}.\n`)

    await using again = await startDemo(home.path, '--no-page')
    const mention = await say(again.simulator, '@alice is this thing still on?')
    await untilWaiting(home.path, ({ answers }) => answers.id === mention)
    const io = record({ TUITBOT_HOME: home.path })
    expect(await runCli(['approvals', 'approve', String(old.id)], io)).toBe(0)
    expect(io.said.out).toContain('posted')
    expect(await listEffects(again.simulator)).toHaveLength(1)
    expect(await again.stop()).toBe(0)
  },
)

test.each(['config.toml', 'tuitbot.db', 'master.key'])(
  'a folder that has a %s without a simulated X is left as it is',
  async (name) => {
    using home = tempHome()
    const file = join(home.path, name)
    writeFileSync(file, '# my own\n')
    const io = record()

    expect(await runCli(['demo', '--no-page', '--home', home.path], io)).toBe(1)

    expect(io.said.err).toContain('holds no simulated X')
    expect(io.said.err).toContain('Name another folder with --home')
    expect(readFileSync(file, 'utf8')).toBe('# my own\n')
    expect(readdirSync(home.path)).toEqual([name])
  },
)

test.each([
  ['made its world', ['simulated-x.new']],
  ['a configuration', ['simulated-x']],
  ['logged in', ['simulated-x', 'config.toml', 'master.key', 'tuitbot.db']],
])('the folder of a demo that was killed before it had %s is taken again', (_, names) => {
  using home = tempHome()
  for (const name of [...names, 'demo-1.lock']) writeFileSync(join(home.path, name), '')

  expect(worldFileOf(home.path)).toBe(join(home.path, 'simulated-x'))
})

test('what a demo prints for a shell is its folder, wherever it was started and whatever its name', async () => {
  using place = tempHome()
  const home = join(place.path, `Bob's $HOME \`demo\` "2"`)
  await using demo = await startDemo(relative('.', home), '--no-page')
  const [line = ''] = /export TUITBOT_HOME=.*/.exec(demo.said) ?? []
  const [, word = ''] = / mcp serve --home (.*)/.exec(demo.said) ?? []

  const script = `${line}; printf '%s\n' "$TUITBOT_HOME" ${word}`
  const { stdout } = await promisify(execFile)('sh', ['-c', script])
  expect(stdout).toBe(`${home}\n${home}\n`)
})

interface Waiting {
  readonly id: number
  /** The post that it is a reply to. */
  readonly answers: { readonly id: string }
}

function untilWaiting(home: string, isMeant: (one: Waiting) => boolean): Promise<Waiting> {
  const look = async () => {
    const meant = (await listWaiting(home)).find(isMeant)
    if (meant === undefined) throw new Error('no such draft has come')
    return meant
  }
  return vi.waitFor(look, { timeout: 30_000, interval: 500 })
}

async function listWaiting(home: string): Promise<Waiting[]> {
  const io = record({ TUITBOT_HOME: home })
  expect(await runCli(['approvals', 'list', '--json'], io)).toBe(0)
  return JSON.parse(io.said.out) as Waiting[]
}

/** Lets bob write it on the simulated X, and gives the id of his post. */
async function say(simulator: string, text: string): Promise<unknown> {
  const response = await fetch(`${simulator}/truth/posts`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ username: 'bob', text }),
  })
  return Reflect.get(Object(await response.json()), 'id')
}

import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test, vi } from 'vitest'
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

test('a folder that is set up without a simulated X is left as it is', async () => {
  using home = tempHome()
  const config = join(home.path, 'config.toml')
  writeFileSync(config, '# my own\n')
  const io = record()

  expect(await runCli(['demo', '--no-page', '--home', home.path], io)).toBe(1)

  expect(io.said.err).toContain('holds no simulated X')
  expect(io.said.err).toContain('Name another folder with --home')
  expect(readFileSync(config, 'utf8')).toBe('# my own\n')
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

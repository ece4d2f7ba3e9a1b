import { expect, test } from 'vitest'
import { type Io } from '../src/io.js'
import { runCli } from '../src/run-cli.js'
import { listEffects, startDemo, tempHome } from './processes.js'

/** The demo's account; X lets it answer those who have called it. */
const WISH = 'Answer someone who asked "@alice -from:alice"'

test(
  'the assistant searches, drafts, waits for the person, posts once, and can be shown again',
  { timeout: 180_000 },
  async () => {
    using home = tempHome()
    await using demo = await startDemo(home.path, '--no-page')
    const tuitbot = terminal(home.path)
    const before = await replies(demo.simulator)

    const waiting = JSON.parse((await tuitbot(undefined, 'assist', WISH, '--json')).out)
    expect(waiting.stop).toMatchObject({ kind: 'waiting' })
    expect(await replies(demo.simulator)).toEqual(before)

    // Another process, as far as anything that is kept knows.
    const resumed = await tuitbot('y', 'runs', 'resume', waiting.run, '--json')
    const done = JSON.parse(resumed.out)
    expect(resumed.code).toBe(0)
    expect(done.stop).toEqual({ kind: 'done' })
    expect(done.text).toContain('It is posted')
    const after = await replies(demo.simulator)
    expect(after).toHaveLength(before.length + 1)

    await tuitbot('y', 'runs', 'resume', waiting.run)
    const shown = await tuitbot(undefined, 'runs', 'replay', waiting.run)
    expect(shown).toMatchObject({ code: 0 })
    expect(shown.out).toContain('reply_to_post')
    expect(shown.out).toContain('the same, and nothing left')
    expect((await tuitbot(undefined, 'runs', 'list')).out).toContain(waiting.run)
    expect(await replies(demo.simulator)).toEqual(after)
  },
)

test(
  'what the person rejects is not posted, and the assistant is told',
  { timeout: 180_000 },
  async () => {
    using home = tempHome()
    await using demo = await startDemo(home.path, '--no-page')
    const tuitbot = terminal(home.path)
    const before = await replies(demo.simulator)

    const { code, out } = await tuitbot('n', 'assist', WISH, '--json')

    expect(code).toBe(1)
    expect(JSON.parse(out)).toMatchObject({
      stop: { kind: 'done' },
      text: expect.stringContaining('It was not posted'),
    })
    expect(await replies(demo.simulator)).toEqual(before)
  },
)

function terminal(home: string) {
  return async (said: string | undefined, ...args: string[]) => {
    const spoken = { out: '', err: '' }
    const io: Io = {
      env: { HOME: '/nonexistent', TUITBOT_HOME: home },
      out: (text) => {
        spoken.out += text
      },
      err: (text) => {
        spoken.err += text
      },
      ask: async () => said,
    }
    const code = await runCli(args, io)
    return { code, ...spoken }
  }
}

/** What has left, and is still there to be seen. */
async function replies(simulator: string): Promise<readonly unknown[]> {
  return (await listEffects(simulator)).filter(({ kind }) => kind === 'post.create')
}

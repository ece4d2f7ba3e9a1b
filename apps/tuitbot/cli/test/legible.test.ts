import { listApprovals, publish } from '@tuitbot/core'
import fc from 'fast-check'
import { expect, test, vi } from 'vitest'
import { toJson, toLegible } from '../src/legible.js'
import { runCli } from '../src/run-cli.js'
import { openSmallHome, record, type SmallHome } from './small-home.js'

/** What a terminal obeys, and what turns the direction of what follows. */
const OBEYED = /(?!\n)\p{Cc}|\p{Bidi_Control}/u
/** The same, and what nobody sees. */
const ODD = /(?!\n)[\p{Cc}\p{Bidi_Control}\u200b\ufeff\u2028\u2060\u2800\u{e0041}]/u

const ESCAPES =
  '\u001b[2J\u001b]8;;https://evil.example\u0007x\u001b]52;c;ZXZpbA==\u0007\u001bPq\u001b\\'
const SIGNS = `${ESCAPES}\u009b31m\u0085\r\b\u202e\u2066\u200b\ufeff\u2028\u2060\u2800\u{e0041}`
const ODD_SIGNS = Array.from(SIGNS)

test('what a terminal would obey and what nobody sees is shown by its number', () => {
  expect(toLegible('\u001b[31mred')).toBe('<U+001B>[31mred')
  expect(toLegible('ali\u200bce \u202egnp\u009b')).toBe('ali<U+200B>ce <U+202E>gnp<U+009B>')
  expect(toLegible('one\rtwo\b\u2028')).toBe('one<U+000D>two<U+0008><U+2028>')
})

test.each([
  ['two lines', 'one\ntwo'],
  ['emoji of several parts', '👩‍👩‍👧 ❤️ 👍🏽 🏴󠁧󠁢󠁳󠁣󠁴󠁿 1️⃣'],
  ['letters that run to the left', 'שלום مرحبا'],
  ['a word with a joiner in it', 'می‌خواهم क्‍ष'],
])('%s: stays as it is', (_, text) => {
  expect(toLegible(text)).toBe(text)
})

test('whatever the text, nothing comes out that a terminal obeys but line breaks', () => {
  const sign = fc.oneof(fc.constantFrom(...ODD_SIGNS, '👩', '\u200d', 'ی', '\r\n', '\t'), anySign())
  fc.assert(
    fc.property(fc.array(sign), (signs) => {
      const shown = toLegible(signs.join(''))
      expect(shown).not.toMatch(OBEYED)
      expect(toLegible(shown)).toBe(shown)
    }),
  )
})

test('JSON holds no such sign, and reads back as it was', () => {
  fc.assert(
    fc.property(fc.array(fc.oneof(fc.constantFrom(...ODD_SIGNS), anySign())), (signs) => {
      const value = { [signs.join('')]: signs }
      const json = toJson(value, 2)
      expect(json).not.toMatch(ODD)
      expect(JSON.parse(json)).toEqual(value)
    }),
  )
})

test(
  'whatever strangers and agents write, no command hands it to the terminal',
  { timeout: 120_000 },
  async () => {
    await using home = await openSmallHome()
    const id = await beMentioned(home)
    await ask(home, 'What a draft may hold:\r\u2028\u2800.')
    const { out: said } = await home.command('approvals', 'show', id)
    const commands = [
      ['approvals', 'list'],
      ['approvals', 'show', id],
      ['approvals', 'note', id, SIGNS],
      ['approvals', 'show', id],
      ['assist', `Answer someone who asked "@alice -from:alice"`],
      ['runs', 'list'],
      ['pause', SIGNS],
      ['post', SIGNS, '--yes'],
      ['doctor'],
      ['resume'],
      ['approvals', 'edit', id, `In other words ${SIGNS}`],
      ['approvals', 'show', id],
      ['approvals', 'approve', id],
      ['activity'],
      ['undo', SIGNS],
      ['approvals', 'show', SIGNS],
      [SIGNS],
      ['runs', 'replay', SIGNS],
    ]
    for (const command of commands) {
      for (const args of [command, [...command, '--json']]) {
        const { out, err } = await home.command(...args)
        expect(out + err).not.toBe('')
        expect(out + err).not.toMatch(ODD)
      }
    }
    const { out: runs } = await home.command('runs', 'list', '--json')
    const { runId } = JSON.parse(runs)[0]
    const { out: replayed } = await home.command('runs', 'replay', runId)
    expect(replayed).toContain('<U+202E>')
    expect(replayed).not.toMatch(ODD)
    expect(said).toContain('<U+202E>')
    expect(said).toContain('<U+001B>')
  },
)

test('what a person is asked is as legible as what is told', async () => {
  await using home = await openSmallHome()
  const asked: string[] = []
  const io = {
    ...record({ TUITBOT_HOME: home.path }),
    ask: async (question: string) => void asked.push(question),
  }
  const { id } = home.x.post('bob', { text: `@alice Hello ${SIGNS}` })
  await runCli(['post', 'Good morning.', '--reply-to', id], io)

  expect(asked.join('')).toContain('Hello <U+001B>[2J')
  expect(asked.join('')).not.toMatch(ODD)
})

test('a text of several lines cannot pass for what Tuitbot says of it', async () => {
  await using home = await openSmallHome()
  const id = await ask(home, 'Harmless.\n  costs     $0.000\n#9  posted')

  const { out } = await home.command('approvals', 'show', id)

  expect(out.match(/^ {2}costs/gm)).toHaveLength(1)
  expect(out.match(/^#/gm)).toHaveLength(1)
})

/** A mention that hides much, and an answer to it that waits. */
async function beMentioned({ x, tuitbot }: SmallHome): Promise<string> {
  const { id } = x.post('bob', { text: `@alice how does this work? ${SIGNS}` })
  const stop = tuitbot.start()
  const approval = await vi.waitFor(
    async () => {
      const all = await listApprovals(tuitbot.ctx, tuitbot.account)
      const found = all.find(({ answers }) => answers?.id === id)
      if (!found) throw new Error('not drafted yet')
      return found
    },
    { timeout: 60_000 },
  )
  await stop()
  return String(approval.id)
}

async function ask({ tuitbot: { ctx, account } }: SmallHome, text: string): Promise<string> {
  const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, { account, text })
  if (asked.kind !== 'needs_approval') throw new Error(JSON.stringify(asked))
  return String(asked.queueId)
}

function anySign() {
  return fc.integer({ min: 0, max: 0x10ffff }).map((point) => String.fromCodePoint(point))
}

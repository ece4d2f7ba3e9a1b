import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { publish } from '@tuitbot/core'
import { expect, test } from 'vitest'
import { openSmallHome, type SmallHome } from './small-home.js'

test.each([
  ['its id', (postId: string) => postId],
  ['its address', (postId: string) => `https://x.com/alice/status/${postId}?s=20`],
])(
  'who finds the post on X says so by its number and %s, and it can be undone',
  async (_, name) => {
    await using home = await openSmallHome()
    const { id, postId } = await askAndLose(home, 'Is it there?')
    expect((await home.command('doctor')).out).toContain(
      `tuitbot resolve ${id} says what you found`,
    )

    expect(await home.command('resolve', `${id}`, '--posted', name(postId))).toMatchObject({
      code: 0,
      out: expect.stringMatching(/ {2}posted\n$/),
    })
    expect((await home.command('activity')).out).toMatch(/posted\s+Is it there\?/)
    expect(await home.command('undo', `${id}`)).toMatchObject({ code: 0, out: 'deleted\n' })
  },
)

test('who does not find it says so by its id, and it is posted again only if someone asks', async () => {
  await using home = await openSmallHome()
  const { intent } = await askAndLose(home, 'Or not?')

  expect(await home.command('resolve', intent, '--not-posted')).toMatchObject({ code: 0 })
  expect((await home.command('activity')).out).not.toMatch(/needs you/)
  expect(home.countPosts()).toBe(1)
})

test('what was posted directly is listed by what it is, with the command that says what was found', async () => {
  await using home = await openSmallHome()
  const { ctx, account, owner } = home.tuitbot
  loseAnswer(home)
  const draft = { account, text: 'Is it there?' }
  const sent = await publish(ctx, owner, draft, { confirmed: true })
  if (sent.kind !== 'unknown') throw new Error(sent.kind)
  giveUp(home, sent.intent)

  const [line, why, how] = (await home.command('approvals', 'list')).out.trim().split('\n')
  expect(line).toBe('needs you  Is it there?  $0.015')
  expect(why).toMatch(/^ {2}it was sent, and what came of it could not be found out .*look at X/)
  expect(how).toBe(`  tuitbot resolve ${sent.intent} --posted or --not-posted`)
  const words = how?.trim().split(' ').slice(1, 3) ?? []
  expect(await home.command(...words, '--not-posted')).toMatchObject({ code: 0 })
  expect((await home.command('approvals', 'list')).out).toBe('Nothing waits for you.\n')
})

test('what was approved and lost is listed by its number, with the command', async () => {
  await using home = await openSmallHome()
  const { id } = await askAndLose(home, 'Is it there?')
  const how = `tuitbot resolve ${id} --posted or --not-posted`

  expect((await home.command('approvals', 'list')).out).toMatch(`#${id}  needs you  Is it there?`)
  expect((await home.command('approvals', 'list')).out).toContain(how)
  const { out } = await home.command('approvals', 'show', `${id}`)
  expect(out).toContain(how)
  expect(out).not.toContain('approval mode is on')
})

test.each([
  [['999', '--not-posted'], 'there is no approval 999'],
  [['nothing', '--not-posted'], 'nothing'],
  [[], 'Say one of --posted, --not-posted and --look-again'],
  [['--not-posted', '--look-again'], 'it was not said what you found'],
  [['--posted', 'the last one'], 'the last one is no id of a post'],
])('%s is refused, and says why', async (words, why) => {
  await using home = await openSmallHome()
  const { id } = await askAndLose(home, 'Still open.')
  const [first = ''] = words
  const args = first.startsWith('--') || first === '' ? [`${id}`, ...words] : words

  const said = await home.command('resolve', ...args)

  expect(said.code).not.toBe(0)
  expect(said.err).toContain(why)
  expect((await home.command('activity')).out).toMatch(/needs you/)
})

/** Something that X has taken, and whose answer was lost; and Tuitbot has looked for it in vain. */
async function askAndLose(home: SmallHome, text: string) {
  const { ctx, account } = home.tuitbot
  const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, { account, text })
  if (asked.kind !== 'needs_approval') throw new Error('it does not wait')
  loseAnswer(home)
  await home.command('approvals', 'approve', `${asked.queueId}`)
  giveUp(home, asked.intent)
  const posted = home.x.truth.effects().find(({ kind }) => kind === 'post.create')
  const postId = posted?.detail['id']
  if (typeof postId !== 'string') throw new Error('X has not taken it')
  return { id: asked.queueId, intent: asked.intent, postId }
}

function loseAnswer({ x }: SmallHome): void {
  const fault = { kind: 'status', status: 503, when: 'after' } as const
  x.fault({ method: 'POST', path: '/2/tweets', fault })
}

/** As Tuitbot does when it has looked often enough. */
function giveUp({ path }: SmallHome, intent: string): void {
  using file = new DatabaseSync(join(path, 'tuitbot.db'))
  file.prepare(`update gateway_intent set state = 'needs_human' where id = ?`).run(intent)
}

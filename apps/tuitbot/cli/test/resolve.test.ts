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
async function askAndLose({ tuitbot, x, path, command }: SmallHome, text: string) {
  const { ctx, account } = tuitbot
  const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, { account, text })
  if (asked.kind !== 'needs_approval') throw new Error('it does not wait')
  x.fault({
    method: 'POST',
    path: '/2/tweets',
    fault: { kind: 'status', status: 503, when: 'after' },
  })
  await command('approvals', 'approve', `${asked.queueId}`)
  const file = new DatabaseSync(join(path, 'tuitbot.db'))
  file.prepare(`update gateway_intent set state = 'needs_human' where id = ?`).run(asked.intent)
  file.close()
  const posted = x.truth.effects().find(({ kind }) => kind === 'post.create')
  const postId = posted?.detail['id']
  if (typeof postId !== 'string') throw new Error('X has not taken it')
  return { id: asked.queueId, intent: asked.intent, postId }
}

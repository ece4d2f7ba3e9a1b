import { publish } from '@tuitbot/core'
import { expect, test } from 'vitest'
import { openSmallHome, type SmallHome } from './small-home.js'

test.each(['', '#'])('what was approved is taken back by its number, as %s24', async (sign) => {
  await using home = await openSmallHome()
  const id = await ask(home, 'By its number.')
  await home.command('approvals', 'approve', `${id}`)

  expect(await home.command('undo', `${sign}${id}`)).toMatchObject({ code: 0, out: 'deleted\n' })
  expect((await home.command('activity')).out).toMatch(/undone\s+By its number/)
})

test.each([
  ['its id', (id: string) => id],
  ['its address', (id: string) => `https://x.com/alice/status/${id}?s=20`],
])('what was posted is taken back by %s, and the second time nothing happens', async (_, name) => {
  await using home = await openSmallHome()
  const { out } = await home.command('post', 'By what it says.', '--yes')
  const id = /^posted: (\d+) {2}\[tuitbot undo \1\]$/m.exec(out)?.[1] ?? ''

  expect(await home.command('undo', name(id))).toMatchObject({ code: 0, out: 'deleted\n' })
  expect(await home.command('undo', name(id))).toMatchObject({
    code: 1,
    out: 'already undone; nothing was changed\n',
  })
  const listed = (await home.command('activity')).out
  expect(listed.match(/By what it says/g)).toHaveLength(1)
})

test('of what has not gone out it is said how it is taken back', async () => {
  await using home = await openSmallHome()
  const id = await ask(home, 'Still here.')

  expect(await home.command('undo', `${id}`)).toMatchObject({
    code: 1,
    out: expect.stringContaining(`tuitbot approvals reject ${id}`),
  })
})

test.each([
  ['999', 'there is no approval 999'],
  ['1234567890123456789', 'no post or approval has the id 1234567890123456789'],
])('of a number that is none, such as %s, it is said where to look', async (given, words) => {
  await using home = await openSmallHome()

  expect(await home.command('undo', given)).toMatchObject({
    code: 1,
    err: `${words}\ntuitbot activity shows what can be undone\n`,
  })
})

/** The number under which an agent's post waits. */
async function ask({ tuitbot }: SmallHome, text: string): Promise<number> {
  const { ctx, account } = tuitbot
  const asked = await publish(ctx, { kind: 'agent', id: 'claude' }, { account, text })
  return asked.kind === 'needs_approval' ? asked.queueId : 0
}

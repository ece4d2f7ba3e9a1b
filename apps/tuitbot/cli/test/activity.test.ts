import { publish } from '@tuitbot/core'
import { expect, test } from 'vitest'
import { openSmallHome, type SmallHome } from './small-home.js'

test('no rule stands beside what X has refused', async () => {
  await using home = await openSmallHome()
  const fault = { kind: 'status', status: 403, when: 'before' } as const
  home.x.fault({ method: 'POST', path: '/2/tweets', fault })
  await home.command('post', 'Refused by X.', '--yes')

  const [item] = await listActivity(home)
  expect(item).toMatchObject({ word: 'failed', reason: expect.any(String) })
  expect(item).not.toHaveProperty('rule')
})

test('no rule stands beside what a pause has stopped, and how it is ended is said while it lasts', async () => {
  await using home = await openSmallHome()
  await home.command('pause', 'lunch')
  const { ctx, account } = home.tuitbot
  await publish(ctx, { kind: 'agent', id: 'claude' }, { account, text: 'During lunch.' })

  const [item] = await listActivity(home)
  expect(item).toMatchObject({ word: 'refused', reason: 'everything is paused: lunch' })
  expect(item).not.toHaveProperty('rule')
  const last = 'Paused: lunch; tuitbot resume lets things leave again\n'
  expect((await home.command('activity')).out).toMatch(new RegExp(`paused: lunch\\n${last}$`))
  await home.command('resume')
  expect((await home.command('activity')).out).not.toContain('tuitbot resume')
})

test('a limit stands beside what it has refused', async () => {
  await using home = await openSmallHome({ TUITBOT_LIMITS__MAX_TWEETS_PER_DAY: '1' })
  await home.command('post', 'The first.', '--yes')
  await home.command('post', 'And a second?', '--yes')

  expect(await listActivity(home)).toContainEqual(
    expect.objectContaining({ word: 'refused', rule: 'limit:posts' }),
  )
})

test('a number that is none is wrong usage, wherever one is wanted', async () => {
  await using home = await openSmallHome()
  for (const args of [
    ['activity', '--limit', 'abc'],
    ['approvals', 'grant', '1', '--times', 'abc'],
  ]) {
    expect(await home.command(...args)).toMatchObject({
      code: 2,
      err: expect.stringContaining('takes a whole number'),
    })
  }
})

async function listActivity({ command }: SmallHome): Promise<unknown[]> {
  return JSON.parse((await command('activity', '--json')).out)
}

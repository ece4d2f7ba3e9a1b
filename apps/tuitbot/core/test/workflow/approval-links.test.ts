import { expect, test } from 'vitest'
import { approve } from '../../src/workflow/decide.js'
import { edit } from '../../src/workflow/edit.js'
import { publish } from '../../src/workflow/publish.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

test('a link decides once, however often it is opened before and used after', async () => {
  await using world = await createSmallTuitbot()
  const { links } = world.tuitbot
  const { id, token } = await ask(world, 'By a link.')
  for (let time = 0; time < 3; time += 1) {
    expect(await links.open(token)).toMatchObject({ kind: 'open', approval: { id } })
  }
  expect(countPosts(world)).toBe(0)

  const twice = await Promise.all([links.decide(token, 'approve'), links.decide(token, 'approve')])

  expect(twice.map(({ kind }) => kind).toSorted()).toEqual(['decided', 'refused'])
  expect(await links.decide(token, 'reject')).toMatchObject({ kind: 'refused' })
  expect(await links.open(token)).toMatchObject({ kind: 'over', approval: { status: 'posted' } })
  expect(countPosts(world)).toBe(1)
})

test('a link lives no longer than what it decides about', async () => {
  await using world = await createSmallTuitbot()
  const { ctx, links } = world.tuitbot
  await ask(world, 'For a moment.')
  const [intent] = await ctx.gateway.list({ account: ACCOUNT, limit: 1 })
  if (!intent) throw new Error('nothing waits')
  const soon = Date.now() + 60_000

  expect((await links.toLink({ ...intent, expiresAt: soon }, 'ann')).expiresAt).toBe(soon)
})

test('a link is for the words that were there when it was made', async () => {
  await using world = await createSmallTuitbot()
  const { ctx, links } = world.tuitbot
  const { id, token } = await ask(world, 'First words.')
  await edit(ctx, { id, by: ANN, text: 'Other words.' })

  expect(await links.open(token)).toMatchObject({ kind: 'edited', approval: { id } })
  expect(await links.decide(token, 'approve')).toMatchObject({ kind: 'refused' })
  expect(countPosts(world)).toBe(0)
})

test('what was changed in a link, or sealed elsewhere, opens nothing and is on record', async () => {
  await using world = await createSmallTuitbot()
  await using other = await createSmallTuitbot()
  const { token } = await ask(world, 'Ours.')
  const foreign = await ask(other, 'Ours.')
  const { ctx, links } = world.tuitbot

  for (const tried of [
    `${token.slice(0, -2)}AA`,
    foreign.token,
    'apt1.1.',
    '',
    'x'.repeat(5_000),
  ]) {
    expect(await links.open(tried)).toMatchObject({ kind: 'refused' })
    expect(await links.decide(tried, 'approve')).toMatchObject({ kind: 'refused' })
  }
  expect(countPosts(world)).toBe(0)
  let refused = 0
  for await (const { kind } of ctx.gateway.auditTrail('*'))
    refused += Number(kind === 'token_refused')
  expect(refused).toBe(5)
})

test('there is no link to what was decided', async () => {
  await using world = await createSmallTuitbot()
  const { id } = await ask(world, 'Decided.')
  await approve(world.tuitbot.ctx, { id, by: ANN })

  await expect(world.tuitbot.links.make(id)).rejects.toThrow(`#${id} waits no longer: posted`)
  await expect(world.tuitbot.links.make(77)).rejects.toThrow('there is no approval 77')
})

test.each(['::1', 'localhost', '127.0.0.1'])(
  'a link to a page at %s is an address, also before there is one',
  async (host) => {
    await using world = await createSmallTuitbot({ TUITBOT_SERVER__HOST: host })
    const { url } = await ask(world, 'By a link.')

    expect(new URL(url)).toMatchObject({ port: '3001', protocol: 'http:' })
    expect(new URL(url).hostname.replaceAll(/[[\]]/g, '')).toBe(host)
  },
)

async function ask({ tuitbot }: SmallTuitbot, text: string) {
  const asked = await publish(tuitbot.ctx, AGENT, { account: ACCOUNT, text })
  const id = asked.kind === 'needs_approval' ? asked.queueId : 0
  const { url } = await tuitbot.links.make(id)
  return { id, url, token: url.split('/decide/')[1] ?? '' }
}

function countPosts({ x }: SmallTuitbot): number {
  return x.truth.effects().filter(({ kind }) => kind === 'post.create').length
}

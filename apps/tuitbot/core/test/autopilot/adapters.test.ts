import { systemClock } from '@armorer/gateway'
import { expect, test } from 'vitest'
import { mentionsPort } from '../../src/autopilot/adapters.js'
import { answerMentions } from '../../src/autopilot/mentions-loop.js'
import { type LlmProvider } from '../../src/llm/llm-provider.js'
import { resume } from '../../src/workflow/control.js'
import { allowMore } from '../../src/workflow/grants.js'
import { listActivity } from '../../src/workflow/list-activity.js'
import { listApprovals } from '../../src/workflow/list-approvals.js'
import { ACCOUNT, ANN, createSmallTuitbot, type SmallTuitbot } from '../workflow/small-tuitbot.js'

const DAY = 24 * 60 * 60 * 1000
const UNATTENDED = {
  TUITBOT_APPROVAL_MODE: 'false',
  TUITBOT_X__AI_REPLIES_APPROVED: 'true',
  TUITBOT_LIMITS__MAX_REPLIES_PER_DAY: '2',
}

test('more mentions than a page holds are all kept', async () => {
  await using world = await createSmallTuitbot()
  const port = mentionsPort(world.tuitbot.ctx, ACCOUNT)
  world.x.post('bob', { text: '@alice the first' })
  await port.fetchMentions()
  const before = (await port.listNew()).length
  for (let index = 0; index < 120; index++) world.x.post('bob', { text: `@alice ${index}` })

  expect(await port.fetchMentions()).toBe(120)
  expect(await port.listNew()).toHaveLength(before + 120)
  expect(await port.fetchMentions()).toBe(0)
})

test('what comes during a pause is answered after it', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const port = mentionsPort(ctx, ACCOUNT)
  await answerMentions(port)
  await ctx.gateway.pause({ by: ANN, reason: 'holiday' })
  world.x.post('bob', { text: '@alice are you there?' })

  expect(await answerMentions(port)).toEqual({ fetched: 1, queued: 0, skipped: 0 })
  await resume(ctx, { account: ACCOUNT, by: ANN, reason: 'back' })
  expect(await answerMentions(port)).toEqual({ fetched: 0, queued: 1, skipped: 0 })
})

test('a pause that comes while an answer is written leaves the mention for later', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const port = mentionsPort(ctx, ACCOUNT)
  world.x.post('bob', { text: '@alice are you there?' })
  await port.fetchMentions()
  const [mention, ...others] = (await port.listNew()).toReversed()
  if (!mention) throw new Error('there is no mention')
  await ctx.gateway.pause({ by: ANN, reason: 'holiday' })

  await expect(port.answer(mention)).rejects.toThrow('everything is paused: holiday')
  await resume(ctx, { account: ACCOUNT, by: ANN, reason: 'back' })
  expect(await port.listNew()).toHaveLength(others.length + 1)
})

test('what a limit refuses costs no draft, is told by nobody, and is answered when there is room again', async () => {
  await using world = await createSmallTuitbot(UNATTENDED)
  const { ctx, time, drafts } = await openCounting(world)
  const pass = () => answerMentions(mentionsPort(ctx, ACCOUNT))
  const all = await mentionsPort(ctx, ACCOUNT).fetchMentions()
  expect(all).toBeGreaterThan(4)

  expect(await pass()).toEqual({ fetched: 0, queued: 2, skipped: 0 })
  expect(await pass()).toEqual({ fetched: 0, queued: 0, skipped: 0 })
  expect(drafts()).toBe(2)
  expect((await listActivity(ctx, ACCOUNT)).map(({ word }) => word)).toEqual(['posted', 'posted'])
  expect(await mentionsPort(ctx, ACCOUNT).listNew()).toHaveLength(all - 2)

  time.ms += DAY
  expect(await pass()).toEqual({ fetched: 0, queued: 2, skipped: 0 })
  expect(drafts()).toBe(4)
})

test('what X puts off is answered once it may be, and is not tried, nor drafted, before', async () => {
  await using world = await createSmallTuitbot({
    ...UNATTENDED,
    TUITBOT_LIMITS__MAX_REPLIES_PER_DAY: '50',
  })
  const { ctx, time, drafts } = await openCounting(world)
  const port = mentionsPort(ctx, ACCOUNT)
  const all = await port.fetchMentions()
  const fault = { kind: 'status', status: 429, when: 'before', resetSeconds: 1 } as const
  world.x.fault({ method: 'POST', fault })

  expect(await answerMentions(port)).toEqual({ fetched: 0, queued: 0, skipped: 0 })
  expect(await answerMentions(port)).toEqual({ fetched: 0, queued: 0, skipped: 0 })
  expect(drafts()).toBe(1)

  await new Promise((resolve) => setTimeout(resolve, 1_500))
  time.ms += 61_000
  expect(await answerMentions(port)).toEqual({ fetched: 0, queued: all, skipped: 0 })
  expect(await port.listNew()).toEqual([])
})

test('where a person decides, a limit keeps no answer from being drafted', async () => {
  await using world = await createSmallTuitbot({ ...UNATTENDED, TUITBOT_APPROVAL_MODE: 'true' })
  const { ctx, drafts } = await openCounting(world)

  const { queued } = await answerMentions(mentionsPort(ctx, ACCOUNT))

  expect(queued).toBeGreaterThan(2)
  expect(drafts()).toBe(queued)
})

test('what was allowed ahead costs no draft either where a limit is reached', async () => {
  await using world = await createSmallTuitbot({ ...UNATTENDED, TUITBOT_APPROVAL_MODE: 'true' })
  const { ctx, drafts } = await openCounting(world)
  const pass = () => answerMentions(mentionsPort(ctx, ACCOUNT))
  await pass()
  const before = drafts()
  const [first] = await listApprovals(ctx, ACCOUNT)
  const until = ctx.clock.now() + DAY
  await allowMore(ctx, { id: first?.id ?? 0, by: ANN, times: 20, until })
  for (let index = 0; index < 4; index++) world.x.post('bob', { text: `@alice number ${index}?` })

  expect(await pass()).toEqual({ fetched: 4, queued: 2, skipped: 0 })
  expect(await pass()).toEqual({ fetched: 0, queued: 0, skipped: 0 })
  expect(drafts()).toBe(before + 2)
})

test('the account does not answer itself', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  world.x.post('bob', { text: '@alice a note to myself' })
  const x: typeof ctx.x = {
    ...ctx.x,
    async getMentions(userId, paging) {
      const page = await ctx.x.getMentions(userId, paging)
      return { ...page, items: page.items.map((post) => ({ ...post, authorId: userId })) }
    },
  }
  const port = mentionsPort({ ...ctx, x }, ACCOUNT)

  expect(await port.fetchMentions()).toBe(0)
  expect(await port.listNew()).toEqual([])
})

/** A Tuitbot whose time is moved by hand, and whose model counts what it is paid for. */
async function openCounting({ open }: SmallTuitbot) {
  const time = { ms: 0 }
  let count = 0
  const llm: LlmProvider = {
    name: 'counting',
    complete: async () => {
      const text = `Thanks for asking, this is answer number ${++count}!`
      return { text, provider: 'counting', model: 'none', finish: 'stop' }
    },
  }
  const clock = { ...systemClock, now: () => Date.now() + time.ms }
  const { ctx } = await open({ llm, clock })
  return { ctx, time, drafts: () => count }
}

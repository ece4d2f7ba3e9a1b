import { expect, test } from 'vitest'
import { mentionsPort } from '../../src/autopilot/adapters.js'
import { answerMentions } from '../../src/autopilot/mentions-loop.js'
import { type Tuitbot } from '../../src/create-tuitbot.js'
import { listSpend, sumSpend } from '../../src/storage/cost-log.js'
import { getMe, getUserTweets, searchTweets } from '../../src/toolkit/read.js'
import { approve } from '../../src/workflow/decide.js'
import { listApprovals } from '../../src/workflow/list-approvals.js'
import { publish } from '../../src/workflow/publish.js'
import { undo } from '../../src/workflow/undo.js'
import { ACCOUNT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

/** What a reply that was called for is cheaper by; only X knows that it was. */
const CALLED_FOR = 5_000

test('what was spent is what X has charged, whichever process read what', async () => {
  await using world = await createSmallTuitbot({ TUITBOT_X_API__OWN_APP: 'true' })
  const { ctx } = world.tuitbot
  const other = await world.open()
  for (const name of ['bob', 'carol']) world.x.post(name, { text: `@alice hello from ${name}` })

  await answerMentions(mentionsPort(ctx, ACCOUNT))
  const replies = (await listApprovals(ctx, ACCOUNT)).slice(0, 2)
  for (const { id } of replies) await approve(ctx, { id, by: ANN })
  const sent = await publish(ctx, ANN, { account: ACCOUNT, text: 'Hello.' }, { confirmed: true })
  await readAround(world.tuitbot)
  await readAround(other)
  await undo(ctx, { intent: sent.kind === 'executed' ? sent.intent : '', by: ANN })

  await everythingIsKept(world)
  const spent = await sumSpend(ctx.db, ACCOUNT, 0)
  expect(spent - replies.length * CALLED_FOR).toBe(chargedBy(world))
})

test('where the account does not own the app, no less is said to be spent than X charges', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot

  await answerMentions(mentionsPort(ctx, ACCOUNT))

  await everythingIsKept(world)
  expect(await sumSpend(ctx.db, ACCOUNT, 0)).toBeGreaterThan(chargedBy(world))
})

async function readAround({ ctx }: Tuitbot): Promise<void> {
  const { id } = await getMe(ctx.x)
  await getUserTweets(ctx.x, id)
  await searchTweets(ctx.x, 'hello')
}

/** Costs are written behind the calls. */
async function everythingIsKept({ x, tuitbot }: SmallTuitbot): Promise<void> {
  const countCalls = async () => {
    const spend = await listSpend(tuitbot.ctx.db, ACCOUNT, 0)
    return spend.reduce((sum, { calls }) => sum + calls, 0)
  }
  await expect.poll(countCalls, { timeout: 20_000 }).toBe(x.truth.requests().length)
}

function chargedBy({ x }: SmallTuitbot): number {
  const dollars = x.truth.requests().reduce((sum, request) => sum + request.dollars, 0)
  return Math.round(dollars * 1_000_000)
}

import { join } from 'node:path'
import { DatabaseSync } from '@photostructure/sqlite'
import { expect, test } from 'vitest'
import { approve } from '../../src/workflow/decide.js'
import { countWaiting, getApproval, listApprovals } from '../../src/workflow/list-approvals.js'
import { publish } from '../../src/workflow/publish.js'
import { snooze } from '../../src/workflow/remark.js'
import { ACCOUNT, AGENT, ANN, createSmallTuitbot, type SmallTuitbot } from './small-tuitbot.js'

test('an agent that asks for more than is listed hides nothing that waited before, nor what needs a person', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const ask = (text: string) => publish(ctx, AGENT, { account: ACCOUNT, text })
  await ask('The first of all.')
  await ask('The second.')
  for (let index = 0; index < 2_000; index += 100) {
    await Promise.all(Array.from({ length: 100 }, (_, more) => ask(`Number ${index + more}.`)))
  }
  await loseDirectly(world, 'What came of this?')

  const waiting = await listApprovals(ctx, ACCOUNT)

  expect(waiting.slice(0, 3).map(({ text }) => text)).toEqual([
    'What came of this?',
    'The first of all.',
    'The second.',
  ])
})

test('what is attached is shown to who decides', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  await publish(ctx, AGENT, { account: ACCOUNT, text: 'Look.', mediaIds: ['77', '78'] })
  await publish(ctx, AGENT, { account: ACCOUNT, text: 'Listen.' })

  expect((await listApprovals(ctx, ACCOUNT)).map(({ mediaIds }) => mediaIds)).toEqual([
    ['77', '78'],
    [],
  ])
})

test('what was sent without asking anyone has no number, and says why it needs a person', async () => {
  await using world = await createSmallTuitbot()
  const { ctx } = world.tuitbot
  const intent = await loseDirectly(world, 'What came of this?')

  expect(await listApprovals(ctx, ACCOUNT)).toMatchObject([
    {
      id: 0,
      intent,
      status: 'needs you',
      reason: expect.stringMatching(
        /^it was sent, and what came of it .*503.*: look at X, and say/,
      ),
    },
  ])
  await expect(getApproval(ctx, 0)).rejects.toThrow('there is no approval 0')
})

test('what was put off, or is for others to decide, is not counted as waiting for you', async () => {
  const others = { TUITBOT_PEOPLE__OTHERS: 'ben', TUITBOT_APPROVALS__QUORUM: '2' }
  for (const [settings, count] of [
    [{}, 2],
    [others, 1],
  ] as const) {
    await using world = await createSmallTuitbot(settings)
    const { ctx } = world.tuitbot
    const ask = async (text: string) => {
      const asked = await publish(ctx, AGENT, { account: ACCOUNT, text })
      return asked.kind === 'needs_approval' ? asked.queueId : 0
    }
    await ask('For now.')
    await snooze(ctx, { id: await ask('For later.'), by: ANN, until: Date.now() + 60_000 })
    const id = await ask('By two.')
    if (count === 1) await approve(ctx, { id, by: ANN })

    expect(await countWaiting(ctx, ACCOUNT)).toBe(count)
  }
})

/** Posts, loses X's answer, and is not found again. */
async function loseDirectly({ tuitbot, x, folder }: SmallTuitbot, text: string): Promise<string> {
  const fault = { kind: 'status', status: 503, when: 'after' } as const
  x.fault({ method: 'POST', path: '/2/tweets', fault })
  const sent = await publish(tuitbot.ctx, ANN, { account: ACCOUNT, text }, { confirmed: true })
  if (sent.kind !== 'unknown') throw new Error(sent.kind)
  using file = new DatabaseSync(join(folder, 'tuitbot.db'))
  file.prepare(`update gateway_intent set state = 'needs_human' where id = ?`).run(sent.intent)
  return sent.intent
}

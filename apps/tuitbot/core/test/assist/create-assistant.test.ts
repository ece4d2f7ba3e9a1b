import { expect, test } from 'vitest'
import { createAssistant } from '../../src/assist/create-assistant.js'
import { openRunStore } from '../../src/assist/open-run-store.js'
import { createOfflineProvider } from '../../src/llm/offline-provider.js'
import { approve, reject } from '../../src/workflow/decide.js'
import {
  ACCOUNT,
  AGENT,
  ANN,
  createSmallTuitbot,
  type SmallTuitbot,
} from '../workflow/small-tuitbot.js'

const WISH = 'Answer "zebrafinch"'
const WHO = { account: ACCOUNT, principal: AGENT } as const
const POSTING = { method: 'POST', path: '/2/tweets' }

test('a reply that was posted is told as such, though what it answers has gone', async () => {
  await using world = await createSmallTuitbot()
  const { id } = world.x.post('bob', { text: 'zebrafinch export, @alice?' })
  await using assisted = await assist(world)
  const run = await assisted.agent.run(WISH, WHO)
  expect(run.stop).toMatchObject({ kind: 'waiting' })
  await approve(assisted.ctx, { id: 1, by: ANN })
  const post = world.x.world.posts.get(id)
  if (post) post.deletedAt = Date.now()

  const { stop, text } = await assisted.agent.resume(run.runId, [], WHO)

  expect(stop).toEqual({ kind: 'done' })
  expect(text).toMatch(/^It is posted: [^{]/)
})

test('a reply of which nobody knows what became is not told as one that was not posted', async () => {
  await using world = await createSmallTuitbot()
  world.x.post('bob', { text: 'zebrafinch export, @alice?' })
  await using assisted = await assist(world)
  const { runId } = await assisted.agent.run(WISH, WHO)
  world.x.fault({ ...POSTING, fault: { kind: 'reset', when: 'after' } })
  await approve(assisted.ctx, { id: 1, by: ANN })

  const { text } = await assisted.agent.resume(runId, [], WHO)

  expect(text).toMatch(/^Whether it is posted is not known yet\. it was sent/)
})

test('what was rejected, and what could not be asked for, was not posted', async () => {
  await using world = await createSmallTuitbot()
  world.x.post('bob', { text: 'zebrafinch export, @alice?' })
  await using assisted = await assist(world)
  const { runId } = await assisted.agent.run(WISH, WHO)
  await reject(assisted.ctx, { id: 1, by: ANN })
  const rejected = await assisted.agent.resume(runId, [], WHO)
  expect(rejected.text).toMatch(/^It was not posted\. a person has rejected/)

  const fault = { kind: 'reset', when: 'before' } as const
  world.x.fault({ method: 'GET', path: '/2/tweets/*', times: 9, fault })
  const unread = await assisted.agent.run(WISH, WHO)
  expect(unread.text).toMatch(/^It was not posted\. ./)
})

test('a post that mentions the person is answered before a newer one that does not', async () => {
  await using world = await createSmallTuitbot()
  const { id } = world.x.post('bob', { text: 'zebrafinch export, @alice?' })
  world.x.post('carol', { text: 'zebrafinch is a bird' })
  await using assisted = await assist(world)

  const { stop } = await assisted.agent.run(WISH, WHO)

  expect(stop).toMatchObject({ calls: [{ arguments: expect.stringContaining(id) }] })
})

async function assist(world: SmallTuitbot) {
  const { ctx } = await world.open({ llm: createOfflineProvider() })
  const store = await openRunStore(ctx.config.storage)
  return {
    ctx,
    agent: createAssistant({ ctx, account: ACCOUNT }, { provider: 'offline' }, store),
    [Symbol.asyncDispose]: () => store.close(),
  }
}

import { expect, test } from 'vitest'
import { createGateway, effectOf, gated, rulesPolicy } from '@armorer/gateway'
import { openSqlite } from '@armorer/gateway/sqlite'
import { createTool } from '@armorer/runtime'
import { stop } from '@armorer/core'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { scriptedModel } from '../../src/testing/scripted-model.js'

const asker = { account: 'me', principal: { kind: 'agent', id: 'helper' } } as const
const ann = { principal: { kind: 'person', id: 'ann' } } as const
const call = { calls: [{ id: 'a', name: 'send', arguments: { text: 'gm' } }] }

test('what was approved and is not sent yet waits on, and is told once it is', async () => {
  await using world = openWorld()
  const { runId } = await world.agent.run('go', asker)
  const id = await world.approve()

  const early = await world.agent.resume(runId, [], asker)
  expect(early.stop).toMatchObject({ kind: 'waiting', calls: [{ callId: 'a', approvalId: '1' }] })
  expect(world.sent).toEqual([])

  await world.gateway.execute(id)
  const run = await world.agent.resume(runId, [], asker)
  expect(run.stop).toEqual({ kind: 'done' })
  expect(world.sent).toEqual(['gm'])
  expect(run.messages.find(({ role }) => role === 'tool')?.['content']).toContain('sent gm')
  expect(await world.agent.replay(runId)).toMatchObject({ kind: 'same' })
})

test('who takes up a run without its facts is told so, and it waits on', async () => {
  await using world = openWorld()
  const { runId } = await world.agent.run('go', asker)
  await world.gateway.execute(await world.approve())

  const { stop: end } = await world.agent.resume(runId)
  expect(end).toMatchObject({
    kind: 'waiting',
    calls: [{ callId: 'a', asks: [{ message: expect.stringContaining('Pass { account }') }] }],
  })

  const run = await world.agent.resume(runId, [], asker)
  expect(run.stop).toEqual({ kind: 'done' })
  expect(world.sent).toEqual(['gm'])
})

test('what was rejected at the gateway is asked for anew, unless the run is told', async () => {
  await using world = openWorld()
  const { runId } = await world.agent.run('go', asker)
  await world.gateway.reject(await world.first(), ann)

  const again = await world.agent.resume(runId, [], asker)
  expect(again.stop).toMatchObject({ kind: 'waiting', calls: [{ approvalId: '2' }] })

  const rejected = { callId: 'a', answer: 'rejected', by: 'ann' } as const
  const run = await world.agent.resume(runId, [rejected], asker)
  expect(run.stop).toEqual({ kind: 'done' })
  expect(world.sent).toEqual([])
})

test('a tool that remembers nothing is not asked again because it is still at it', async () => {
  const store = memoryRunStore()
  let times = 0
  const start = createTool({
    name: 'send',
    description: 'Begins to send.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write' },
    run: () => {
      if (++times > 1) throw stop({ kind: 'in_progress' }, 'begun')
      const asks = [{ for: 'approval', message: 'may it?' }] as const
      throw stop({ kind: 'pending', asks, approvalId: '1' }, 'may it?')
    },
  })
  const model = scriptedModel(call, 'Begun.')
  const agent = createAgent({ name: 'sender', model, tools: [start], store })
  const { runId } = await agent.run('go')

  expect((await agent.resume(runId)).stop).toEqual({ kind: 'done' })
  expect(times).toBe(2)
})

function openWorld() {
  const sent: string[] = []
  const send = createTool({
    name: 'send',
    description: 'Sends a text.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write', externalNetwork: true },
    run: ({ text }) => {
      sent.push(text)
      return `sent ${text}`
    },
  })
  const gateway = createGateway({
    store: openSqlite(':memory:'),
    effects: [effectOf(send)],
    policy: rulesPolicy([{ id: 'ask', action: 'require_approval', operations: [send.id] }]),
  })
  const agent = createAgent({
    name: 'sender',
    model: scriptedModel(call, 'Done.'),
    tools: [send.layer(gated(gateway))],
    store: memoryRunStore(),
  })
  const first = async () => (await gateway.list({}))[0]?.id ?? ''
  const approve = async () => {
    const id = await first()
    await gateway.approve(id, ann)
    return id
  }
  return { sent, gateway, agent, first, approve, [Symbol.asyncDispose]: () => gateway.close() }
}

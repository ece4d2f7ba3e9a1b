import { expect, test } from 'vitest'
import { approval, createTool, createToolbox, type CallFacts } from '@armorer/runtime'
import { z } from 'zod'
import { agentTool } from '../../src/agent/agent-tool.js'
import { createAgent } from '../../src/agent/create-agent.js'
import { wholeHistory } from '../../src/agent/handoff.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { personApproval } from '../../src/record/person-approval.js'
import { type RunStore } from '../../src/run/run-store.js'
import { scriptedModel, type ScriptedAnswer } from '../../src/testing/scripted-model.js'

const delegate: ScriptedAnswer = {
  calls: [{ id: 'd', name: 'clerk', arguments: { task: 'send' } }],
}
const sendIt: ScriptedAnswer = { calls: [{ id: 's', name: 'send' }] }

test('an agent asks another, and gets its answer', async () => {
  const store = memoryRunStore()
  const { boss } = world(store, [delegate, 'all done'], ['nothing to send'])

  const run = await boss.run('go')

  expect(run.text).toBe('all done')
  expect(run.messages).toContainEqual({
    role: 'tool',
    tool_call_id: 'd',
    content: 'nothing to send',
  })
})

test('a call that waits within another agent is decided there, and both go on after a restart', async () => {
  const store = memoryRunStore()
  const first = world(store, [delegate], [sendIt])
  const waiting = await first.boss.run('go')
  if (waiting.stop.kind !== 'waiting') throw new Error(waiting.stop.kind)
  const [call] = waiting.stop.calls

  const later = world(store, ['all done'], ['sent it'])
  await later.clerk.resume(call?.runId ?? '', [{ callId: 's', answer: 'approved', by: 'ann' }])
  const run = await later.boss.resume(waiting.runId)

  expect(run.text).toBe('all done')
  expect(first.sent).toEqual([])
  expect(later.sent).toEqual(['it'])
  expect(run.messages).toContainEqual({ role: 'tool', tool_call_id: 'd', content: 'sent it' })
})

test('a tool that is an agent is as risky as its tools', () => {
  const { tool } = world(memoryRunStore(), [], [])

  expect(tool.definition.risk).toMatchObject({
    effects: 'write',
    untrustedOutput: true,
    requiresApproval: false,
  })
})

test('a tool that is an agent is as risky as the tools of those it can hand over to', () => {
  const store = memoryRunStore()
  const { clerk } = world(store, [], [])
  const handoffs = [{ agent: clerk, messages: wholeHistory, description: 'For sending.' }]
  const front = createAgent({ name: 'front', model: scriptedModel(), handoffs, store })
  const porter = createAgent({
    name: 'porter',
    model: scriptedModel(),
    handoffs: [{ agent: front, messages: wholeHistory, description: 'For the rest.' }],
    store,
  })
  const tool = agentTool(porter, {
    name: 'porter',
    description: 'Knows whom to ask.',
    input: z.object({}),
    ask: () => 'go',
    store,
  })

  expect(porter.effects).toBe('write')
  expect(tool.definition.risk).toMatchObject({ effects: 'write', untrustedOutput: true })
})

test('what an agent has answered is the same once more after a restart', async () => {
  const store = memoryRunStore()
  const make = (...answers: string[]) =>
    createAgent({
      name: 'counter',
      model: scriptedModel(...answers),
      output: z.object({ count: z.number() }),
      store,
    })
  const first = await make('{"count":3}').run({
    runId: 'r',
    messages: [{ role: 'user', content: 'how many?' }],
  })

  const again = await make().resume('r')

  expect(first.output).toEqual({ count: 3 })
  expect(again.output).toEqual({ count: 3 })
  expect(again.events).toEqual(first.events)
})

test('a key reaches only what was asked under it by the same, for the same, in the same words', async () => {
  const store = memoryRunStore()
  const payroll = createAgent({ name: 'payroll', model: scriptedModel('100k'), store })
  await payroll.run({ runId: 'k', messages: [{ role: 'user', content: 'what does Eve earn?' }] })
  const desk = createToolbox([
    toolFor('helper', store, ['one', 'two', 'three', 'four', 'five', 'six']),
    toolFor('clerk', store, ['of the clerk']),
  ])
  const ask = async (facts: CallFacts, task = 'hello', name = 'helper') => {
    const call = { name, arguments: JSON.stringify({ task }) }
    const result = await desk.execute(call, { idempotencyKey: 'k', ...facts })
    return result.kind === 'done' ? result.value : result.kind
  }
  const ann = { principal: { kind: 'person', id: 'ann' } } as const

  expect(await ask(ann)).toBe('one')
  expect(await ask({ principal: { kind: 'agent', id: 'ann' } })).toBe('two')
  expect(await ask({ principal: { kind: 'person', id: 'bob' } })).toBe('three')
  expect(await ask({ ...ann, account: 'hers' })).toBe('four')
  expect(await ask(ann, 'something else')).toBe('five')
  expect(await ask({ ...ann, idempotencyKey: 'k2' })).toBe('six')
  expect(await ask(ann, 'hello', 'clerk')).toBe('of the clerk')
  expect(await ask(ann)).toBe('one')
})

test('a run of another agent is not gone on with, though it was asked for by a tool of the same name', async () => {
  const store = memoryRunStore()
  const call = { name: 'ask', arguments: '{"task":"hello"}' }
  const facts = { idempotencyKey: 'k' }
  await createToolbox([toolFor('payroll', store, ['100k'], 'ask')]).execute(call, facts)

  const result = await createToolbox([toolFor('helper', store, ['hi'], 'ask')]).execute(call, facts)

  expect(result).toMatchObject({ kind: 'failed', error: { code: 'agent.other_agent' } })
})

function toolFor(agent: string, store: RunStore, answers: string[], name = agent) {
  return agentTool(createAgent({ name: agent, model: scriptedModel(...answers), store }), {
    name,
    description: 'Answers.',
    input: z.object({ task: z.string() }),
    ask: ({ task }) => task,
    store,
  })
}

function world(store: RunStore, forBoss: ScriptedAnswer[], forClerk: ScriptedAnswer[]) {
  const sent: string[] = []
  const send = createTool({
    name: 'send',
    description: 'Sends it.',
    input: z.object({}),
    risk: { effects: 'write', requiresApproval: true, untrustedOutput: true },
    run: () => {
      sent.push('it')
      return 'sent'
    },
  }).layer(approval(personApproval(store)))
  const clerk = createAgent({
    name: 'clerk',
    model: scriptedModel(...forClerk),
    tools: [send],
    store,
  })
  const tool = agentTool(clerk, {
    name: 'clerk',
    description: 'Has things done.',
    input: z.object({ task: z.string() }),
    ask: ({ task }) => task,
    store,
  })
  const boss = createAgent({ name: 'boss', model: scriptedModel(...forBoss), tools: [tool], store })
  return { boss, clerk, tool, sent }
}

import { expect, test } from 'vitest'
import { approval, createTool } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { personApproval } from '../../src/record/person-approval.js'
import { type RunStore } from '../../src/run/run-store.js'
import { scriptedModel, type ScriptedAnswer } from '../../src/testing/scripted-model.js'

const two: ScriptedAnswer = {
  calls: [
    { id: 'a', name: 'send', arguments: { text: 'one' } },
    { id: 'r', name: 'look' },
    { id: 'b', name: 'send', arguments: { text: 'two' } },
  ],
}

test('a run waits for a person, and another process goes on with it', async () => {
  const store = memoryRunStore()
  const waiting = await world(store, two).agent.run('send both')

  expect(waiting.stop).toMatchObject({
    kind: 'waiting',
    calls: [
      { callId: 'a', arguments: '{"text":"one"}' },
      { callId: 'b', arguments: '{"text":"two"}' },
    ],
  })

  const later = world(store, 'all done')
  const run = await later.agent.resume(waiting.runId, [
    { callId: 'a', answer: 'approved', by: 'ann' },
    { callId: 'b', answer: 'rejected', by: 'ann', message: 'not today' },
  ])

  expect(run.stop).toEqual({ kind: 'done' })
  expect(later.sent).toEqual(['one'])
  const outputs = run.messages.filter(({ role }) => role === 'tool')
  expect(outputs).toEqual([
    { role: 'tool', tool_call_id: 'r', content: 'seen' },
    { role: 'tool', tool_call_id: 'a', content: 'sent one' },
    { role: 'tool', tool_call_id: 'b', content: expect.stringContaining('not today') },
  ])
})

test('what nobody has decided waits on, and the rest is done', async () => {
  const store = memoryRunStore()
  const { runId } = await world(store, two).agent.run('send both')

  const later = world(store)
  const run = await later.agent.resume(runId, [{ callId: 'b', answer: 'approved', by: 'ann' }])

  expect(later.sent).toEqual(['two'])
  expect(run.stop).toMatchObject({ kind: 'waiting', calls: [{ callId: 'a' }] })
})

test("an approver's edit runs instead, and the history says who made it", async () => {
  const store = memoryRunStore()
  const one = { calls: [{ id: 'a', name: 'send', arguments: { text: 'typo' } }] }
  const { runId } = await world(store, one).agent.run('send it')

  const later = world(store, 'done')
  const { messages } = await later.agent.resume(runId, [
    { callId: 'a', answer: 'edited', by: 'ann', arguments: '{"text":"fixed"}' },
  ])

  expect(later.sent).toEqual(['fixed'])
  expect(JSON.stringify(messages)).toContain('edited by ann')
})

test('a decision counts once', async () => {
  const store = memoryRunStore()
  const one = { calls: [{ id: 'a', name: 'send', arguments: { text: 'x' } }] }
  const { runId } = await world(store, one).agent.run('send it')
  const yes = { callId: 'a', answer: 'approved', by: 'ann' } as const
  const later = world(store, 'done')
  await later.agent.resume(runId, [yes])

  await expect(later.agent.resume(runId, [yes])).rejects.toMatchObject({
    code: 'agent.no_open_call',
  })
  expect(later.sent).toEqual(['x'])
})

test('of two processes that resume at once, one goes on', async () => {
  const store = memoryRunStore()
  const one = { calls: [{ id: 'a', name: 'send', arguments: { text: 'x' } }] }
  const { runId } = await world(store, one).agent.run('send it')
  const yes = { callId: 'a', answer: 'approved', by: 'ann' } as const
  const worlds = [world(store, 'done'), world(store, 'done')]

  const ends = await Promise.allSettled(worlds.map(({ agent }) => agent.resume(runId, [yes])))

  expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected'])
  expect(worlds.flatMap(({ sent }) => sent)).toEqual(['x'])
})

test('who speaks instead of deciding closes the calls that wait', async () => {
  const store = memoryRunStore()
  const { runId } = await world(store, two).agent.run('send both')

  const later = world(store, 'as you wish')
  const run = await later.agent.run({ runId, messages: [{ role: 'user', content: 'never mind' }] })

  expect(later.sent).toEqual([])
  expect(run.stop).toEqual({ kind: 'done' })
  expect(run.messages.map(({ role, tool_call_id: id }) => id ?? role)).toEqual([
    'user',
    'assistant',
    'r',
    'a',
    'b',
    'user',
    'assistant',
  ])
})

test('a run that is not there is not begun by resuming it', async () => {
  await expect(world(memoryRunStore()).agent.resume('nowhere')).rejects.toMatchObject({
    code: 'agent.no_run',
  })
})

/** What a process would have: the store is shared, the rest is its own. */
function world(store: RunStore, ...answers: ScriptedAnswer[]) {
  const sent: string[] = []
  const send = createTool({
    name: 'send',
    description: 'Sends a text.',
    input: z.object({ text: z.string() }),
    risk: { effects: 'write', requiresApproval: true },
    run: ({ text }) => {
      sent.push(text)
      return `sent ${text}`
    },
  }).layer(approval(personApproval(store)))
  const look = createTool({
    name: 'look',
    description: 'Looks.',
    input: z.object({}),
    risk: { effects: 'read' },
    run: () => 'seen',
  })
  const agent = createAgent({
    name: 'sender',
    model: scriptedModel(...answers),
    tools: [send, look],
    store,
  })
  return { agent, sent }
}

import { expect, test } from 'vitest'
import { askApproval } from '@armorer/core'
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

test.each([
  ['never waited', ['start', 'answer', 'began']],
  ['waited, and was begun again', ['start', 'answer', 'began', 'waiting', 'began']],
])(
  'a call that %s cannot be decided on, and nobody is told that it was not made',
  async (_what, kinds) => {
    const store = memoryRunStore()
    const one = { calls: [{ id: 'a', name: 'send', arguments: { text: 'x' } }] }
    const { runId } = await world(store, one).agent.run('send it')
    const records = [...(await store.read(runId)), { kind: 'began', callId: 'a' } as const]
    const died = memoryRunStore()
    await died.append(runId, 0, records.slice(0, kinds.length))
    expect((await died.read(runId)).map(({ kind }) => kind)).toEqual(kinds)
    const no = { callId: 'a', answer: 'rejected', by: 'bob' } as const

    const later = world(died, 'well')
    await expect(later.agent.resume(runId, [no])).rejects.toMatchObject({
      code: 'agent.no_open_call',
    })
    expect(await died.read(runId)).toHaveLength(kinds.length)

    const { messages } = await later.agent.resume(runId)
    expect(messages.find(({ role }) => role === 'tool')).toMatchObject({
      content: expect.stringContaining('"status":"unknown"'),
    })
  },
)

test('what was edited and waits on is shown as it would be called', async () => {
  const store = memoryRunStore()
  const define = (...answers: ScriptedAnswer[]) =>
    createAgent({ name: 'sender', model: scriptedModel(...answers), tools: [shout], store })
  const shout = createTool({
    name: 'shout',
    description: 'Shouts.',
    input: z.object({ to: z.string() }),
    risk: { effects: 'write' },
    run: () => 'shouted',
  }).layer(approval(() => askApproval('two people must agree')))
  const { runId } = await define({
    calls: [{ id: 'a', name: 'shout', arguments: { to: 'ann' } }],
  }).run('go')

  const { stop } = await define().resume(runId, [
    { callId: 'a', answer: 'edited', by: 'bob', arguments: '{"to":"everyone"}' },
  ])

  expect(stop).toMatchObject({ kind: 'waiting', calls: [{ arguments: '{"to":"everyone"}' }] })
})

test('what a person says with a yes is said to the model', async () => {
  const store = memoryRunStore()
  const one = { calls: [{ id: 'a', name: 'send', arguments: { text: 'x' } }] }
  const { runId } = await world(store, one).agent.run('send it')

  const { messages } = await world(store, 'done').agent.resume(runId, [
    { callId: 'a', answer: 'approved', by: 'ann', message: 'only this once' },
  ])

  const output = JSON.stringify(messages.find(({ role }) => role === 'tool'))
  expect(output).toContain('sent x')
  expect(output).toContain('approved by ann: only this once')
})

// Decisions come as JSON, whatever their types say.
test.each<[string, string]>([
  ['{"callId":"b","answer":"denied","by":"ann"}', 'answer must be one of approved, rejected'],
  ['{"callId":"b","answer":"no","by":"ann"}', 'rejected, edited, and is "no"'],
  ['{"callId":"b","answer":false,"by":"ann"}', 'decision 1, on call b: answer'],
  ['{"callId":"b","answer":["approved"],"by":"ann"}', 'is a list'],
  ['{"callId":"b","by":"ann"}', 'and is missing'],
  ['{"callId":"b","answer":"approved"}', 'by must be a text that says who decided'],
  ['{"callId":"b","answer":"approved","by":" "}', 'on call b: by'],
  ['{"callId":"b","answer":"approved","by":{"kind":"agent","id":"x"}}', 'and is an object'],
  ['{"callId":"b","answer":"edited","by":"ann","arguments":{"text":"x"}}', 'must be JSON text'],
  ['{"callId":"b","answer":"edited","by":"ann"}', 'an edit says what the arguments are now'],
  ['{"callId":"b","answer":"rejected","by":"ann","message":1}', 'message must be a text'],
  ['{"answer":"approved","by":"ann"}', 'decision 1: callId must be a text'],
  ['{"callId":"r","answer":"approved","by":"ann"}', 'no call r of this run waits'],
  ['{"callId":"a","answer":"rejected","by":"bob"}', 'call a was decided by ann already'],
  ['null', 'decision 1 must be an object'],
])('%s is refused before anything is done or kept', async (bad, message) => {
  const store = memoryRunStore()
  const { runId } = await world(store, two).agent.run('send both')
  const before = await store.read(runId)
  const later = world(store, 'done')
  const good = { callId: 'a', answer: 'approved', by: 'ann' } as const

  await expect(later.agent.resume(runId, [good, JSON.parse(bad)])).rejects.toThrow(message)

  expect(later.sent).toEqual([])
  expect(await store.read(runId)).toEqual(before)
})

test('decisions that are no list, or are made before there is a run, are refused', async () => {
  const store = memoryRunStore()
  const { agent } = world(store, two)
  const good = { callId: 'a', answer: 'approved', by: 'ann' } as const

  await expect(agent.run({ runId: 'new', decisions: [good] })).rejects.toMatchObject({
    code: 'agent.no_open_call',
  })
  const { runId } = await agent.run('send both')
  await expect(agent.resume(runId, JSON.parse(JSON.stringify(good)))).rejects.toMatchObject({
    code: 'agent.bad_decision',
    message: 'decisions must be a list, and is an object',
  })
})

test('an answer in a log that is none is no leave', async () => {
  const store = memoryRunStore()
  const one = { calls: [{ id: 'a', name: 'send', arguments: { text: 'x' } }] }
  const { runId } = await world(store, one).agent.run('send it')
  const item = { kind: 'approval', approvalId: 'a', callId: 'a', answer: 'denied', by: 'ann' }
  const decided = JSON.parse(JSON.stringify({ kind: 'decided', callId: 'a', items: [item] }))
  await store.append(runId, (await store.read(runId)).length, [decided])

  const later = world(store, 'done')
  await later.agent.resume(runId)

  expect(later.sent).toEqual([])
})

test('a run that is not there is not resumed, replayed or forked', async () => {
  const { agent } = world(memoryRunStore())
  const noRun = { code: 'agent.no_run', message: 'there is no run nowhere' }

  await expect(agent.resume('nowhere')).rejects.toMatchObject(noRun)
  await expect(agent.replay('nowhere')).rejects.toMatchObject(noRun)
  await expect(agent.fork('nowhere', { at: 0 })).rejects.toMatchObject(noRun)
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

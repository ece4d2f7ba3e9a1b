import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTool } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { spokenWords, wholeHistory } from '../../src/agent/handoff.js'
import { validateConversation } from '../../src/conversation/validate-conversation.js'
import { type ModelRequest } from '../../src/model/model-service.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { runItemsToRawMessages } from '../../src/chat/chat-codec.js'
import { makeConversation } from '../../src/testing/conversations.js'
import { type RunStore } from '../../src/run/run-store.js'
import { scriptedModel, type ScriptedAnswer } from '../../src/testing/scripted-model.js'
import { randomFrom } from '../laws/random.js'

test('another agent goes on with its own instructions and tools, and sees what it is to see', async () => {
  const seen: ModelRequest[] = []
  const store = memoryRunStore()
  const refunds = createAgent({
    name: 'refunds',
    instructions: 'You refund.',
    model: scriptedModel((request) => {
      seen.push({ ...request, items: [...request.items] })
      return { calls: [{ id: 'r', name: 'refund' }] }
    }, 'refunded'),
    tools: [refund],
  })
  const front = createAgent({
    name: 'front',
    instructions: 'You greet.',
    model: scriptedModel({
      text: 'One moment.',
      calls: [{ id: 'h', name: 'handoff_to_refunds' }],
    }),
    handoffs: [{ agent: refunds, messages: spokenWords, description: 'For refunds.' }],
    store,
  })

  const run = await front.run('money back')

  expect(run.text).toBe('refunded')
  expect(runItemsToRawMessages(seen[0]?.items ?? [])).toEqual([
    { role: 'system', content: 'You refund.' },
    { role: 'user', content: 'money back' },
    { role: 'assistant', content: 'One moment.' },
  ])
  expect(seen[0]?.tools.map(({ identity }) => identity.name)).toEqual(['refund'])
  expect(run.events.filter(({ kind }) => kind === 'handoff')).toEqual([
    { kind: 'handoff', from: 'front', to: 'refunds' },
  ])
  expect(validateConversation(run.events)).toEqual([])
  expect((await front.replay(run.runId)).divergence).toBeUndefined()
})

test('a call that was refused hands nothing over', async () => {
  const other = createAgent({ name: 'other', model: scriptedModel('not me') })
  const front = createAgent({
    name: 'front',
    model: scriptedModel(
      { calls: [{ id: 'h', name: 'handoff_to_other', arguments: '{"broken' }] },
      'still me',
    ),
    handoffs: [{ agent: other, messages: wholeHistory, description: 'For the rest.' }],
  })

  expect((await front.run('hi')).text).toBe('still me')
})

test('a call that went wrong before, under the same id, keeps nothing from being handed over', async () => {
  const other = createAgent({ name: 'other', model: scriptedModel('my turn') })
  const front = createAgent({
    name: 'front',
    // Some hosts count the calls of each answer anew.
    model: scriptedModel(
      { calls: [{ id: 'call_0', name: 'nothing_like_it' }] },
      { calls: [{ id: 'call_0', name: 'handoff_to_other' }] },
      'still me',
    ),
    handoffs: [{ agent: other, messages: wholeHistory, description: 'For the rest.' }],
  })

  expect((await front.run('hi')).text).toBe('my turn')
})

test('who was told that the run is handed over is not asked again, though the process died before it was', async () => {
  const store = memoryRunStore()
  const define = (forFront: ScriptedAnswer[], forOther: ScriptedAnswer[], kept: RunStore) =>
    createAgent({
      name: 'front',
      model: scriptedModel(...forFront),
      handoffs: [
        {
          agent: createAgent({ name: 'other', model: scriptedModel(...forOther) }),
          messages: wholeHistory,
          description: 'For the rest.',
        },
      ],
      store: kept,
    })
  const calls = [{ id: 'h', name: 'handoff_to_other' }]
  const { runId } = await define([{ calls }], ['my turn'], store).run('hi')
  const records = await store.read(runId)
  const died = memoryRunStore()
  const handed = records.findIndex(({ kind }) => kind === 'handoff')
  await died.append(runId, 0, records.slice(0, handed))

  const again = define(['still me'], ['my turn'], died)
  const run = await again.resume(runId)

  expect(run.text).toBe('my turn')
  expect(await died.read(runId)).toEqual(records)
  expect(await again.replay(runId)).toMatchObject({ kind: 'same' })
})

test('who gets a run back goes on with it, whomever else the one before has called for', async () => {
  const third = createAgent({ name: 'third', model: scriptedModel('the third') })
  const toThird = { agent: third, messages: wholeHistory, description: 'For more.' }
  const second = createAgent({
    name: 'second',
    model: scriptedModel({ calls: [{ name: 'handoff_to_first' }, { name: 'handoff_to_third' }] }),
    handoffs: [
      {
        agent: createAgent({ name: 'first', model: scriptedModel() }),
        messages: wholeHistory,
        description: 'Back.',
      },
      toThird,
    ],
  })
  const first = createAgent({
    name: 'first',
    model: scriptedModel({ calls: [{ name: 'handoff_to_second' }] }, 'mine again'),
    handoffs: [{ agent: second, messages: wholeHistory, description: 'On.' }, toThird],
  })

  expect((await first.run('hi')).text).toBe('mine again')
})

test.each([
  ['wholeHistory', wholeHistory],
  ['spokenWords', spokenWords],
])('%s of a sound conversation is sound', (_name, policy) => {
  fc.assert(
    fc.property(fc.nat(), (seed) => {
      const items = makeConversation(randomFrom(seed))
      expect(validateConversation(policy(items))).toEqual([])
    }),
  )
})

const refund = createTool({
  name: 'refund',
  description: 'Refunds.',
  input: z.object({}),
  risk: { effects: 'read' },
  run: () => 'done',
})

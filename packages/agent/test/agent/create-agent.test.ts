import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTool } from '@armorer/runtime'
import { createAgent } from '../../src/agent/create-agent.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { scriptedModel } from '../../src/testing/scripted-model.js'

const add = createTool({
  name: 'add',
  description: 'Adds two numbers.',
  input: z.object({ a: z.number(), b: z.number() }),
  risk: { effects: 'none' },
  run: ({ a, b }) => a + b,
})

test('a run asks, calls tools, and ends with the answer', async () => {
  const agent = createAgent({
    name: 'adder',
    instructions: 'Add.',
    model: scriptedModel({ calls: [{ id: 'a', name: 'add', arguments: { a: 1, b: 2 } }] }, '3'),
    tools: [add],
  })

  const run = await agent.run('1 + 2?')

  expect(run.stop).toEqual({ kind: 'done' })
  expect(run.text).toBe('3')
  expect(run.messages).toEqual([
    { role: 'system', content: 'Add.' },
    { role: 'user', content: '1 + 2?' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [
        { id: 'a', type: 'function', function: { name: 'add', arguments: '{"a":1,"b":2}' } },
      ],
    },
    { role: 'tool', tool_call_id: 'a', content: '3' },
    { role: 'assistant', content: '3' },
  ])
})

test('every call gets one output, in its place, whatever becomes of it', async () => {
  const slow = createTool({
    name: 'slow',
    description: 'Takes its time.',
    input: z.object({}),
    risk: { effects: 'read' },
    run: () => new Promise((resolve) => setTimeout(resolve, 5, 'late')),
  })
  const broken = createTool({
    name: 'broken',
    description: 'Fails.',
    input: z.object({}),
    risk: { effects: 'read' },
    run: () => {
      throw new Error('no luck')
    },
  })
  const agent = createAgent({
    name: 'tester',
    model: scriptedModel(
      {
        calls: [
          { id: '1', name: 'slow' },
          { id: '2', name: 'broken' },
          { id: '3', name: 'nowhere' },
          { id: '4', name: 'add', arguments: '{"a":' },
          { id: '5', name: 'add', arguments: { a: 'x', b: 1 } },
        ],
      },
      'ok',
    ),
    tools: [add, slow, broken],
  })

  const { messages } = await agent.run('go')

  const outputs = messages.filter(({ role }) => role === 'tool')
  expect(outputs.map(({ tool_call_id: id }) => id)).toEqual(['1', '2', '3', '4', '5'])
  expect(outputs[0]?.['content']).toBe('late')
  expect(outputs.slice(1).map(({ content }) => content)).toEqual(
    Array.from({ length: 4 }, () => expect.stringContaining('"status":"failed"')),
  )
})

test('settings reach the model untouched', async () => {
  const seen: unknown[] = []
  const agent = createAgent({
    name: 'tester',
    settings: { model: 'm', temperature: 0.5 },
    model: scriptedModel((request) => {
      seen.push(request.settings)
      return 'ok'
    }),
  })

  await agent.run({ messages: [{ role: 'user', content: 'hi' }], settings: { seed: 7 } })

  expect(seen).toEqual([{ model: 'm', temperature: 0.5, seed: 7 }])
})

test('a provider that fails ends the run, and the log says why', async () => {
  const agent = createAgent({ name: 'tester', model: scriptedModel(new Error('overloaded')) })

  const { stop, events } = await agent.run('hi')

  expect(stop).toMatchObject({ kind: 'failed', error: { message: 'overloaded' } })
  expect(events.at(-1)).toMatchObject({ kind: 'stop', reason: 'failed' })
})

test('a run goes on where it was left, with what is said next', async () => {
  const store = memoryRunStore()
  const agent = createAgent({ name: 'tester', model: scriptedModel('one', 'two'), store })

  const { runId } = await agent.run('first')
  const { messages } = await agent.run({ runId, messages: [{ role: 'user', content: 'second' }] })

  expect(messages.map(({ content }) => content)).toEqual(['first', 'one', 'second', 'two'])
})

test.each(['{"name":"a"}', '{"name":"a","model":null}', '{"name":"a","model":{"call":1}}'])(
  'an agent of %s has no model, and is refused at once',
  (options) => {
    expect(() => createAgent(JSON.parse(options))).toThrow(
      new TypeError('agent a: give it a model, such as one that httpModel makes'),
    )
  },
)

test('a function is no model, though it has a call', () => {
  const options: object = { name: 'a', model: async () => 'hi' }
  expect(() => Reflect.apply(createAgent, undefined, [options])).toThrow(TypeError)
  expect(() => Reflect.apply(createAgent, undefined, [])).toThrow('give it a model')
})

import { expect, test } from 'vitest'
import { createContext, createTool, timeout } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { validateConversation } from '../../src/conversation/validate-conversation.js'
import { agentLoop } from '../../src/run/agent-loop.js'
import { type RunRecord } from '../../src/run/run-record.js'
import {
  maxCost,
  maxTime,
  maxTokens,
  maxToolCalls,
  repeatedCalls,
  toolCalled,
  type StopPolicy,
} from '../../src/run/stop-policy.js'
import { finalOutput } from '../../src/step/final-output.js'
import { scriptedModel, type ScriptedAnswer } from '../../src/testing/scripted-model.js'

const usage = { inputTokens: 60, outputTokens: 40 }
const look = (at: number): ScriptedAnswer => ({
  calls: [{ name: 'look', arguments: { at } }],
  usage,
})
const ever = Array.from({ length: 30 }, (_, at) => look(at))

test.each<[string, StopPolicy, number]>([
  ['so many tokens', maxTokens(250), 3],
  ['so much money', maxCost(1, { input: 10_000, output: 10_000 }), 1],
  ['so many tool calls', maxToolCalls(2), 2],
  ['a certain tool', toolCalled('look'), 1],
  ['so much time', maxTime(10, () => 1_000_000), 0],
])('a run stops after %s, with a sound log', async (_name, policy, turns) => {
  const agent = tester(ever, { stop: [policy] })

  const run = await agent.run('go')

  expect(run.stop).toMatchObject({ kind: 'stopped', policy: policy.name })
  expect(run.progress.turns).toBe(turns)
  expect(validateConversation(run.events)).toEqual([])
})

test('a model that asks for the same again and again is stopped', async () => {
  const agent = tester(
    Array.from({ length: 30 }, () => look(1)),
    { stop: [repeatedCalls(2)] },
  )

  const { stop, progress } = await agent.run('go')

  expect(stop).toMatchObject({ kind: 'stopped', policy: 'repeated_calls' })
  expect(progress.turns).toBe(3)
})

test('two runs of one agent know nothing of each other', async () => {
  const agent = tester([look(1), 'a', look(1), 'b'], { stop: [maxTokens(250)] })

  expect((await agent.run('go')).stop.kind).toBe('done')
  expect((await agent.run('go')).stop.kind).toBe('done')
})

test('a run has so many turns', async () => {
  const { stop, events } = await tester(ever, { maxTurns: 4 }).run('go')

  expect(stop).toEqual({ kind: 'out_of_turns', turns: 4 })
  expect(validateConversation(events)).toEqual([])
})

test('a limit that nothing would ever reach is refused where it is given', () => {
  const refused = { code: 'agent.invalid_option' }
  const prices = { input: 1, output: 1 }
  const nothing = Number(undefined)

  expect(() => tester([], { maxTurns: nothing })).toThrow(expect.objectContaining(refused))
  expect(() => agentLoop({ maxTurns: -1 })).toThrow(
    'agentLoop takes maxTurns as a number from 0 on, not -1',
  )
  expect(() => finalOutput(z.string(), { repairs: nothing })).toThrow(
    expect.objectContaining(refused),
  )
  for (const policy of [maxTokens, maxToolCalls, repeatedCalls, maxTime]) {
    expect(() => policy(nothing)).toThrow(expect.objectContaining(refused))
  }
  expect(() => maxCost(nothing, prices)).toThrow(expect.objectContaining(refused))
  expect(() => maxCost(1, { ...prices, output: nothing })).toThrow(expect.objectContaining(refused))
  expect(() => tester([], { maxTurns: Infinity })).not.toThrow()
})

test('a cancelled run ends with a sound log, and can be taken up', async () => {
  const controller = new AbortController()
  const stopper: ScriptedAnswer = () => {
    controller.abort(new Error('enough'))
    return { calls: [{ name: 'look', arguments: { at: 1 } }] }
  }
  const run = await tester([stopper]).run('go', { signal: controller.signal })

  expect(run.stop).toEqual({ kind: 'cancelled' })
  expect(validateConversation(run.events)).toEqual([])
})

test('who cancels a run need not wait for its tools', async () => {
  const ctx = createContext()
  const forever = createTool({
    name: 'look',
    description: 'Never ends.',
    input: z.object({}),
    risk: { effects: 'read' },
    run: () => {
      ctx.cancel(new Error('enough'))
      return new Promise(() => undefined)
    },
  })
  const model = scriptedModel({ calls: [{ name: 'look', arguments: {} }] })
  const agent = createAgent({ name: 'tester', model, tools: [forever] })

  const run = await agent.service.call({ messages: [{ role: 'user', content: 'go' }] }, ctx)

  expect(run.stop).toEqual({ kind: 'cancelled' })
  expect(validateConversation(run.events)).toEqual([])
})

test('a run of which something could not be kept is over, whatever can be kept afterwards', async () => {
  const messages = [{ role: 'user', content: 'go' }]
  const onRecord = ({ kind }: RunRecord) => {
    if (kind === 'answer') throw new Error('the disk is full')
  }

  await expect(tester(['done']).run({ messages, onRecord })).rejects.toThrow('the disk is full')
})

test('layers fit runs and models alike, and the last is outermost', () => {
  const model = scriptedModel('ok').layer(timeout(1_000))
  const agent = createAgent({ name: 'tester', model }).layer(timeout(5_000))

  expect(model.stack()).toEqual(['timeout', 'scripted'])
  expect(agent.stack()).toEqual(['timeout', 'loop', 'step'])
})

test('a stream goes no faster than it is read, and who stops reading stops the run', async () => {
  const asked: number[] = []
  const answers = Array.from({ length: 30 }, (_, at): ScriptedAnswer => () => {
    asked.push(at)
    return { calls: [{ name: 'look', arguments: { at } }] }
  })
  let seen = 0
  for await (const event of tester(answers).stream('go')) {
    if (event.kind === 'record' && event.record.kind === 'answer') seen += 1
    if (seen === 2) break
  }

  expect(asked).toEqual([0, 1])
})

test('a stream always ends with its run', async () => {
  const kinds: string[] = []
  for await (const event of tester([new Error('down')]).stream('go')) kinds.push(event.kind)

  expect(kinds.at(-1)).toBe('end')
})

function tester(
  answers: readonly ScriptedAnswer[],
  options: { stop?: readonly StopPolicy[]; maxTurns?: number } = {},
) {
  const tool = createTool({
    name: 'look',
    description: 'Looks.',
    input: z.object({ at: z.number() }),
    risk: { effects: 'read' },
    run: ({ at }) => at,
  })
  return createAgent({
    name: 'tester',
    model: scriptedModel(...answers),
    tools: [tool],
    now: () => 0,
    ...options,
  })
}

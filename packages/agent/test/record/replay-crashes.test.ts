import { expect, test } from 'vitest'
import { createTool } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent, type AgentOptions } from '../../src/agent/create-agent.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { type RunRecord } from '../../src/run/run-record.js'
import { type RunStore } from '../../src/run/run-store.js'
import { maxTime, maxTokens, toolCalled } from '../../src/run/stop-policy.js'
import { scriptedModel, type ScriptedAnswer } from '../../src/testing/scripted-model.js'

const look: ScriptedAnswer = { calls: [{ name: 'look' }] }

test('a replay stops where the run did, whatever time it is', async () => {
  const store = memoryRunStore()
  let now = 0
  const time = maxTime(50, () => now)
  const stopped = define({ stop: [maxTokens(1e9), time, toolCalled('look')], store })
  const inTime = await stopped(look).run('go')
  now = 100
  const late = await stopped().run('go')
  await stopped().run({ runId: late.runId, messages: [{ role: 'user', content: 'more' }] })

  expect(inTime.stop).toMatchObject({ policy: 'tool_called' })
  expect(late.stop).toMatchObject({ policy: 'max_time' })
  for (const clock of [0, 1_000]) {
    now = clock
    for (const { runId } of [inTime, late]) {
      expect(await stopped().replay(runId)).toMatchObject({ kind: 'same' })
    }
  }
})

test('a crash gives a request no more turns', async () => {
  const store = memoryRunStore()
  const agent = define({ maxTurns: 3, store: dyingAt(store, (_record, at) => at === 4) })
  await expect(agent(look, look, look).run('go')).rejects.toThrow('power cut')

  const run = await agent(look, look, 'done').resume('run')

  expect(run.stop).toEqual({ kind: 'out_of_turns', turns: 3 })
  expect(await agent().replay('run')).toMatchObject({ kind: 'same' })
})

test('who takes up a run that has used its turns gives it as many again', async () => {
  const store = memoryRunStore()
  const agent = define({ maxTurns: 2, store })
  await agent(look, look).run('go')

  expect(await agent(look, look).resume('run')).toMatchObject({ stop: { turns: 4 } })
  expect(await agent(look, 'done').resume('run')).toMatchObject({ stop: { kind: 'done' } })
  expect(await agent().replay('run')).toMatchObject({ kind: 'same' })
})

test('a fork has turns of its own', async () => {
  const store = memoryRunStore()
  const first = define({ maxTurns: 2, store })
  await first(look, look).run('go')
  const other = define({ maxTurns: 2, store, newRunId: () => 'fork' })

  // The user's words and two answers with their outputs, but not the stop.
  const fork = await other(look, look).fork('run', { at: 5 })

  expect(fork.stop).toEqual({ kind: 'out_of_turns', turns: 4 })
  expect(await other().replay('fork')).toMatchObject({ kind: 'same' })
})

test('a crash gives an answer no more repairs', async () => {
  const store = memoryRunStore()
  const agent = define({
    output: z.object({ n: z.number() }),
    repairs: 1,
    store: dyingAt(store, ({ kind }) => kind === 'stop'),
  })
  await expect(agent('bad', 'worse').run('go')).rejects.toThrow('power cut')

  const run = await agent('{"n":1}').resume('run')

  expect(run.stop.kind).toBe('invalid_output')
  expect(run.progress.turns).toBe(2)
  expect(await agent().replay('run')).toMatchObject({ kind: 'same' })
})

test('what is said next has repairs of its own', async () => {
  const agent = define({
    output: z.object({ n: z.number() }),
    repairs: 1,
    store: memoryRunStore(),
  })
  await agent('bad', 'worse').run('go')

  const messages = [{ role: 'user', content: 'again' }]
  const run = await agent('bad', '{"n":1}').run({ runId: 'run', messages })

  expect(run.output).toEqual({ n: 1 })
  expect(await agent().replay('run')).toMatchObject({ kind: 'same' })
})

/** An agent as it is begun in one process after the other. */
function define(options: Partial<AgentOptions>) {
  const ids = ['run', 'run-2']
  const tool = createTool({
    name: 'look',
    description: 'Looks.',
    input: z.object({}),
    risk: { effects: 'read' },
    run: () => 1,
  })
  return (...answers: readonly ScriptedAnswer[]) =>
    createAgent({
      name: 'tester',
      model: scriptedModel(...answers),
      tools: [tool],
      newRunId: () => ids.shift() ?? 'more',
      now: () => 0,
      ...options,
    })
}

/** A store whose process dies once, before it has kept such a record. */
function dyingAt(store: RunStore, isLast: (record: RunRecord, at: number) => boolean): RunStore {
  let isAlive = true
  return {
    ...store,
    append(runId, at, records) {
      const [record] = records
      if (isAlive && record && isLast(record, at)) {
        isAlive = false
        throw new Error('power cut')
      }
      return store.append(runId, at, records)
    },
  }
}

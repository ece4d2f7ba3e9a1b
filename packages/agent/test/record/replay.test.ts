import { expect, test } from 'vitest'
import { approval, createTool } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent } from '../../src/agent/create-agent.js'
import { itemsOf } from '../../src/record/divergence.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { personApproval } from '../../src/record/person-approval.js'
import { type RunStore } from '../../src/run/run-store.js'
import { resumable } from '../../src/step/resumable.js'
import { scriptedModel, type ScriptedAnswer } from '../../src/testing/scripted-model.js'
import { forksAreSound, runsComeBack } from '../laws/replay-laws.js'

test('100 recorded runs of every kind come again record for record, and a planted change is named', async () => {
  await expect(runsComeBack({ runs: 100, seed: 1 })).resolves.toBeUndefined()
})

test('50 runs forked anywhere go on to sound conversations', async () => {
  await expect(forksAreSound({ runs: 50, seed: 1 })).resolves.toBeUndefined()
})

test('a lenient replay names the first difference and goes on to the end', async () => {
  const store = memoryRunStore()
  const define = (instructions: string) =>
    createAgent({
      name: 'tester',
      instructions,
      model: scriptedModel({ calls: [{ name: 'roll' }] }, 'done'),
      tools: [roll],
      store,
    })
  const { runId } = await define('Roll.').run('go')

  const report = await define('Roll well.').replay(runId, { match: 'lenient' })

  expect(report.divergence).toMatchObject({
    item: 0,
    recorded: { parts: [{ text: 'Roll.' }] },
    replayed: { parts: [{ text: 'Roll well.' }] },
  })
  expect(report.records.at(-1)).toMatchObject({ kind: 'stop' })
})

test('a log that was cut anywhere but where its run stood still is not called the same', async () => {
  const store = memoryRunStore()
  const calls = [{ id: 'a', name: 'roll' }]
  const agent = createAgent({
    name: 'tester',
    model: scriptedModel({ calls }, 'a four', 'you are welcome'),
    tools: [roll],
    store,
  })
  const { runId } = await agent.run('go')
  await agent.run({ runId, messages: [{ role: 'user', content: 'thanks' }] })
  const records = await store.read(runId)

  const kinds: string[] = []
  for (let kept = 1; kept <= records.length; kept++) {
    kinds.push((await agent.replay(records.slice(0, kept))).kind)
  }

  expect(records.map(({ kind }) => kind)).toEqual([
    'start',
    'answer',
    'output',
    'answer',
    'stop',
    'said',
    'answer',
    'stop',
  ])
  expect(kinds).toEqual(records.map(({ kind }) => (kind === 'stop' ? 'same' : 'unfinished')))
  await expect(agent.replay([])).rejects.toMatchObject({ code: 'agent.no_start' })
})

test('a fork at what is no item is refused, and nothing is begun', async () => {
  const store = memoryRunStore()
  const agent = createAgent({ name: 'tester', model: scriptedModel('hello', 'again'), store })
  const { runId } = await agent.run('go')

  for (const at of [999, 4, -1, 1.5, Number.NaN]) {
    await expect(agent.fork(runId, { at })).rejects.toMatchObject({
      code: 'agent.no_item',
      message: `the run has 3 items: it can be forked at 0 to 3, and not at ${at}`,
    })
  }
  expect(await store.list()).toHaveLength(1)
})

test('a fork goes on from an item with another model, and the first run stays as it is', async () => {
  const store = memoryRunStore()
  const define = (...answers: ScriptedAnswer[]) =>
    createAgent({ name: 'tester', model: scriptedModel(...answers), tools: [roll], store })
  const first = await define({ calls: [{ id: 'a', name: 'roll' }] }, 'a four').run('go')
  const before = await store.read(first.runId)

  // The user's words and the answer with its call; the call's output is made anew.
  const fork = await define('whatever it is').fork(first.runId, { at: 2 })

  expect(fork.messages.map(({ role, content }) => content ?? role)).toEqual([
    'go',
    'assistant',
    '4',
    'whatever it is',
  ])
  expect(await store.read(first.runId)).toEqual(before)
  expect((await store.read(fork.runId))[0]).toMatchObject({ forkOf: { runId: first.runId, at: 2 } })
})

test('what a run has done is not done again by its forks, nor by theirs', async () => {
  const store = memoryRunStore()
  const done: string[] = []
  const outcomes = new Map<string, string>()
  const pay = createTool({
    name: 'pay',
    description: 'Pays.',
    input: z.object({ to: z.string() }),
    risk: { effects: 'write' },
    run: ({ to }, { idempotencyKey = '' }) => {
      const known = outcomes.get(idempotencyKey)
      if (known !== undefined) return known
      done.push(to)
      outcomes.set(idempotencyKey, `paid ${to}`)
      return `paid ${to}`
    },
  }).layer(resumable())
  const shout = createTool({
    name: 'shout',
    description: 'Shouts.',
    input: z.object({}),
    risk: { effects: 'write' },
    run: () => {
      done.push('shout')
      return 'shouted'
    },
  })
  const define = (...answers: ScriptedAnswer[]) =>
    createAgent({ name: 'tester', model: scriptedModel(...answers), tools: [pay, shout], store })
  const calls = [
    { id: 'a', name: 'pay', arguments: { to: 'ann' } },
    { id: 'b', name: 'pay', arguments: { to: 'bob' } },
    { id: 'c', name: 'shout' },
  ]
  const first = await define({ calls }, 'all paid').run('go')
  expect(done).toEqual(['ann', 'bob', 'shout'])

  // The user's words and the answer with its calls; their outputs are cut off.
  const fork = await define('well').fork(first.runId, { at: 2 })
  const again = await define('well').fork(fork.runId, { at: 2 })

  for (const { messages, runId } of [fork, again]) {
    expect(done).toEqual(['ann', 'bob', 'shout'])
    expect(messages.slice(2, 4).map(({ content }) => content)).toEqual(['paid ann', 'paid bob'])
    expect(messages[4]?.['content']).toContain('it was not done again')
    expect((await define().replay(runId)).divergence).toBeUndefined()
  }
})

test('a yes counts once: a fork asks for its own', async () => {
  const { store, define, done } = approvals({ effects: 'write' })
  const { runId } = await define({ calls: [{ id: 'a', name: 'pay' }] }).run('go')
  const item = {
    kind: 'approval',
    approvalId: 'a',
    callId: 'a',
    answer: 'approved',
    by: 'ann',
  } as const
  // The process died as soon as the decision was kept.
  const decided = { kind: 'decided', callId: 'a', items: [item] } as const
  await store.append(runId, (await store.read(runId)).length, [decided])
  const at = await countItems(store, runId)

  const fork = await define().fork(runId, { at })
  expect(fork.stop).toMatchObject({ kind: 'waiting', calls: [{ callId: 'a' }] })
  expect(done).toEqual([])
  expect(await define().replay(fork.runId)).toMatchObject({ kind: 'same' })

  await define('paid').resume(runId)
  expect(done).toEqual(['pay'])
  const yes = { callId: 'a', answer: 'approved', by: 'bob' } as const
  expect((await define('paid').resume(fork.runId, [yes])).stop).toEqual({ kind: 'done' })
  expect(done).toEqual(['pay', 'pay'])
})

test('what the first run has made, and may be made again, is decided on anew', async () => {
  const { store, define, done } = approvals({ effects: 'write', idempotent: true })
  const { runId } = await define({ calls: [{ id: 'a', name: 'pay' }] }).run('go')
  const at = await countItems(store, runId)
  const yes = { callId: 'a', answer: 'approved', by: 'ann' } as const
  await define('paid').resume(runId, [yes])

  const fork = await define('paid again').fork(runId, { at })
  expect(fork.stop).toMatchObject({ kind: 'waiting' })
  const run = await define('paid again').resume(fork.runId, [yes])

  expect(run.text).toBe('paid again')
  expect(done).toEqual(['pay', 'pay'])
})

async function countItems(store: RunStore, runId: string): Promise<number> {
  const records = await store.read(runId)
  return records.reduce((sum, record) => sum + itemsOf(record).length, 0)
}

/** An agent that pays when a person says so. */
function approvals(risk: { effects: 'write'; idempotent?: boolean }) {
  const store = memoryRunStore()
  const done: string[] = []
  const pay = createTool({
    name: 'pay',
    description: 'Pays.',
    input: z.object({}),
    risk,
    run: () => {
      done.push('pay')
      return 'paid'
    },
  }).layer(approval(personApproval(store)))
  const define = (...answers: ScriptedAnswer[]) =>
    createAgent({ name: 'tester', model: scriptedModel(...answers), tools: [pay], store })
  return { store, define, done }
}

const roll = createTool({
  name: 'roll',
  description: 'Rolls a die.',
  input: z.object({}),
  risk: { effects: 'read' },
  // Chosen by a fair roll.
  run: () => 4,
})

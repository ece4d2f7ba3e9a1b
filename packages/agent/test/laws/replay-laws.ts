import { approval, createTool } from '@armorer/runtime'
import { z } from 'zod'
import { createAgent, type AgentOptions } from '../../src/agent/create-agent.js'
import { validateConversation } from '../../src/conversation/validate-conversation.js'
import { itemsOf } from '../../src/record/divergence.js'
import { memoryRunStore } from '../../src/record/memory-run-store.js'
import { personApproval } from '../../src/record/person-approval.js'
import { type CallDecision } from '../../src/run/agent-run.js'
import { type RunRecord } from '../../src/run/run-record.js'
import { type RunStore } from '../../src/run/run-store.js'
import { scriptedModel, type ScriptedAnswer } from '../../src/testing/scripted-model.js'
import { pick, randomFrom } from './random.js'

export interface Trial {
  readonly runs: number
  readonly seed: number
}

/** A recorded run comes again record for record, with a model and tools that must not be touched; and a changed agent is named. */
export async function runsComeBack({ runs, seed }: Trial): Promise<void> {
  for (let run = 0; run < runs; run++) {
    const records = await recordRun(seed * 1_000_003 + run)
    const report = await untouchable({}).replay(records)
    const name = `run ${run} of seed ${seed}`
    if (report.kind !== 'same' || JSON.stringify(report.records) !== JSON.stringify(records)) {
      throw new Error(`${name}: ${JSON.stringify(report.divergence, null, 1)}`)
    }
    await plantsAreNamed(records, name)
  }
}

/** A run forked anywhere goes on to a sound conversation, which comes again too, and the first run stays as it is. */
export async function forksAreSound({ runs, seed }: Trial): Promise<void> {
  for (let run = 0; run < runs; run++) {
    const random = randomFrom(seed * 7_000_003 + run)
    const records = await recordRun(seed * 1_000_003 + run)
    const [start] = records
    if (start?.kind !== 'start') throw new Error('a run begins with its start')
    const store = memoryRunStore()
    await store.append(start.runId, 0, records)
    const items = records.reduce((sum, record) => sum + itemsOf(record).length, 0)
    const at = Math.floor(random() * (items + 1))
    const model = scriptedModel(...script(random))
    const agent = createAgent({ ...definition(store, false), model })
    const { runId, events, stop } = await agent.fork(start.runId, { at })
    const violations = validateConversation(events, { allowOpen: stop.kind === 'waiting' })
    const isKept = JSON.stringify(await store.read(start.runId)) === JSON.stringify(records)
    const { kind, divergence } = await untouchable({}).replay(await store.read(runId))
    if (violations.length === 0 && isKept && kind === 'same') continue
    const problem = JSON.stringify(kind === 'same' ? violations : divergence)
    throw new Error(`run ${run} of seed ${seed}, forked at ${at}: ${problem}`)
  }
}

/** What was changed, and where a replay must say so. */
async function plantsAreNamed(records: readonly RunRecord[], name: string): Promise<void> {
  const turns = records.filter(({ kind }) => kind === 'answer').length
  const plants: Array<readonly [Partial<AgentOptions>, { record: number; item: unknown }]> = [
    [{ instructions: 'Be otherwise.' }, { record: 0, item: 0 }],
    [{ settings: { model: 'another' } }, { record: 0, item: undefined }],
    [{ tools: [] }, { record: 0, item: undefined }],
  ]
  const second = secondAnswer(records)
  // With one turn less, the run stops where its second answer was.
  if (turns > 1 && second) plants.push([{ maxTurns: 1 }, second])
  for (const [changed, expected] of plants) {
    const { kind, divergence } = await untouchable(changed).replay(records)
    const isNamed =
      kind === 'diverged' &&
      divergence?.record === expected.record &&
      divergence.item === expected.item
    if (!isNamed) {
      throw new Error(
        `${name}: ${Object.keys(changed).join()} is not named at ${JSON.stringify(expected)} but ${JSON.stringify(divergence)}`,
      )
    }
  }
}

/** The second answer to the first request, and its first item. */
function secondAnswer(records: readonly RunRecord[]) {
  let items = 0
  let answers = 0
  for (const [at, record] of records.entries()) {
    if (record.kind === 'answer' && ++answers === 2) return { record: at, item: items }
    // Another request has turns of its own.
    if (at > 0 && (record.kind === 'said' || record.kind === 'waiting')) return undefined
    items += itemsOf(record).length
  }
  return undefined
}

/** A run of every kind: tools that fail, are unknown, are called with broken arguments, wait, or come after a person's word. */
async function recordRun(seed: number): Promise<readonly RunRecord[]> {
  const random = randomFrom(seed)
  const store = memoryRunStore()
  const agent = createAgent({
    ...definition(store, false),
    model: scriptedModel(...script(random)),
  })
  let run = await agent.run({
    messages: [{ role: 'user', content: `go ${seed}` }],
    settings: random() < 0.5 ? { seed } : {},
  })
  for (let request = 0; request < 4; request++) {
    if (run.stop.kind === 'waiting') {
      const { calls } = run.stop
      run =
        random() < 0.8
          ? await agent.resume(run.runId, decide(calls, random))
          : await agent.run({ runId: run.runId, messages: [{ role: 'user', content: 'no' }] })
    } else if (random() < 0.4) {
      run = await agent.run({ runId: run.runId, messages: [{ role: 'user', content: 'more' }] })
    }
  }
  const violations = validateConversation(run.events, { allowOpen: run.stop.kind === 'waiting' })
  if (violations.length > 0) throw new Error(`seed ${seed}: ${JSON.stringify(violations)}`)
  return store.read(run.runId)
}

function decide(
  calls: ReadonlyArray<{ readonly callId: string }>,
  random: () => number,
): readonly CallDecision[] {
  return calls.flatMap(({ callId }): CallDecision[] => {
    const answer = pick(random, ['approved', 'rejected', 'edited', 'later'] as const)
    if (answer === 'later') return []
    return answer === 'edited'
      ? [{ callId, answer, by: 'ann', arguments: '{"text":"edited"}', message: 'better' }]
      : [{ callId, answer, by: 'ann' }]
  })
}

function script(random: () => number): ScriptedAnswer[] {
  const call = () =>
    pick(random, [
      { name: 'look', arguments: '{"at":"a"}' },
      { name: 'look', arguments: '{"at":' },
      { name: 'fail', arguments: '{}' },
      { name: 'nowhere', arguments: '{}' },
      { name: 'send', arguments: '{"text":"hi"}' },
      { name: 'note', arguments: '{"text":"hi"}' },
    ])
  return Array.from({ length: 30 }, (): ScriptedAnswer => {
    const kind = random()
    if (kind < 0.05) return new Error('the provider is down')
    const usage = { inputTokens: 10, outputTokens: 2 }
    if (kind < 0.3) return { text: 'done', usage }
    const calls = Array.from({ length: 1 + Math.floor(random() * 3) }, call)
    return { calls, ...(kind < 0.6 && { text: 'one moment', usage }) }
  })
}

/** The same agent, none of whose parts may be touched. */
function untouchable(changed: Partial<AgentOptions>) {
  const model = scriptedModel(() => {
    throw new Error('a replay asked the model')
  })
  return createAgent({ ...definition(memoryRunStore(), true), model, ...changed })
}

function definition(store: RunStore, isForbidden: boolean): Omit<AgentOptions, 'model'> {
  const act = <Value>(value: Value): Value => {
    if (isForbidden) throw new Error('a replay called a tool')
    return value
  }
  const text = z.object({ text: z.string() })
  const tools = [
    createTool({
      name: 'look',
      description: 'Looks.',
      input: z.object({ at: z.string() }),
      risk: { effects: 'read', untrustedOutput: true },
      run: ({ at }) => act({ at, seen: 'ä€😀' }),
    }),
    createTool({
      name: 'fail',
      description: 'Fails.',
      input: z.object({}),
      risk: { effects: 'read' },
      run: () => {
        throw act(new Error('no luck'))
      },
    }),
    createTool({
      name: 'note',
      description: 'Writes something down.',
      input: text,
      risk: { effects: 'write' },
      run: () => act('noted'),
    }),
    createTool({
      name: 'send',
      description: 'Sends.',
      input: text,
      risk: { effects: 'write', requiresApproval: true },
      run: (input) => act(`sent ${input.text}`),
    }).layer(approval(personApproval(store))),
  ]
  return {
    name: 'tester',
    instructions: 'Be thorough.',
    settings: { model: 'm' },
    tools,
    store,
    maxTurns: 6,
    now: () => 1_700_000_000_000,
  }
}

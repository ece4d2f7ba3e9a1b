import * as openai from '@armorer/adapters-openai'
import {
  chatFormat,
  createAgent,
  createRequestBodies,
  memoryRunStore,
  rawMessagesToRunItems,
  record,
  type ModelRequest,
} from '@armorer/agent'
import { createTool, service } from '@armorer/runtime'
import { z } from 'zod'
import { type Benchmark, type Subject } from '../benchmark.js'

const STEPS = 50
const input = z.object({
  city: z.string(),
  days: z.number().int(),
  units: z.enum(['metric', 'imperial']),
})
const look = async ({ city, days }: { city: string; days: number }) => ({ city, days, sunny: true })
const weather = createTool({
  name: 'weather',
  description: 'The weather in a city.',
  input,
  risk: { effects: 'read' },
  run: look,
})

/** A loop that only asks, parses, calls and appends: no log, no request, no safety. */
async function bareLoop(steps: number): Promise<number> {
  const messages: unknown[] = [{ role: 'user', content: 'go' }]
  for (let step = 0; ; step++) {
    const answer = await answerAt(step, steps)
    messages.push(answer)
    const [call] = answer.tool_calls ?? []
    if (!call) return messages.length
    const value = await look(input.parse(JSON.parse(call.function.arguments)))
    messages.push({ role: 'tool', tool_call_id: call.id, content: JSON.stringify(value) })
  }
}

async function answerAt(step: number, steps: number) {
  if (step >= steps) return { role: 'assistant', content: 'done' }
  const details = { name: 'weather', arguments: '{"city":"Vienna","days":3,"units":"metric"}' }
  return {
    role: 'assistant',
    content: null,
    tool_calls: [{ id: `call_${step}`, type: 'function', function: details }],
  }
}

const bodies = createRequestBodies(chatFormat(openai))
const settings = { model: 'm' }

/** Answers as the bare loop is answered, and keeps the whole request body for each step, as a model over HTTP does. */
function modelOf(steps: number) {
  return service(
    async (request: ModelRequest) => {
      if (bodies.write(request).length === 0) throw new Error('no body')
      // One user message, and two items for each step.
      const raw = await answerAt((request.items.length - 1) / 2, steps)
      const calls = (raw.tool_calls ?? []).map(({ id, function: { name, arguments: text } }) => ({
        id,
        name,
        tool: name,
        arguments: text,
      }))
      const items = rawMessagesToRunItems([raw])
      return { items, calls, stop: calls.length > 0 ? ('calls' as const) : ('done' as const) }
    },
    { effects: 'read', name: 'model' },
  )
}

/** Ours: every record is chained and kept as text before the run goes on. */
function ourLoop(steps: number): () => Promise<void> {
  const agent = createAgent({
    name: 'bench',
    model: modelOf(steps),
    tools: [weather],
    settings,
    maxTurns: steps + 1,
  })
  return async () => {
    // A store of its own, or all runs ever made would be kept.
    const { stop } = await agent.layer(record(memoryRunStore())).run('go')
    if (stop.kind !== 'done') throw new Error(`the run ended ${stop.kind}`)
  }
}

export const benchmarks: Benchmark[] = [
  {
    kind: 'race',
    id: 'agent.step',
    goal: 15,
    limit: { name: 'a bare loop', run: repeat(() => bareLoop(STEPS)) },
    ours: { name: 'ours, logged and with the body kept', run: repeat(ourLoop(STEPS)) },
    peers: [],
  },
  {
    kind: 'figure',
    id: 'agent.growth',
    goal: 1.1,
    /** The slope of a run's cost over its length, both as logarithms: 1 is linear, 2 quadratic. */
    async ours() {
      const short = await cost(100)
      const long = await cost(1_000)
      return {
        value: Math.log10(long / short),
        notes: { 'µs a step at 100': short / 100, 'µs a step at 1,000': long / 1_000 },
      }
    },
  },
]

/** CPU microseconds of one run: the least of several, since whatever disturbs it only adds. */
async function cost(steps: number): Promise<number> {
  const times = Math.max(3, Math.round(20_000 / steps))
  const run = ourLoop(steps)
  for (let time = 0; time < times; time++) await run()
  let least = Infinity
  for (let round = 0; round < 9; round++) {
    const before = process.cpuUsage()
    for (let time = 0; time < times; time++) await run()
    const { user, system } = process.cpuUsage(before)
    least = Math.min(least, (user + system) / times)
  }
  return least
}

function repeat(act: () => Promise<unknown>): Subject['run'] {
  return async (times) => {
    for (let time = 0; time < times; time++) await act()
  }
}

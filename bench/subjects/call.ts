import { z } from 'zod'
import { concurrency, createTool, createToolbox, retry, tap, timeout } from '@armorer/runtime'
import { loadPeer, type Benchmark, type Peer, type Subject } from '../benchmark.js'

const input = z.object({
  city: z.string(),
  days: z.number().int(),
  units: z.enum(['metric', 'imperial']),
})
const args = { city: 'Vienna', days: 3, units: 'metric' } as const
const body = async ({ city, days }: { city: string; days: number }) => ({ city, days, sunny: true })

const tool = createTool({
  name: 'weather',
  description: 'The weather in a city.',
  input,
  risk: { effects: 'read' },
  run: body,
})
const tapped = tool.layer(tap()).layer(tap()).layer(tap()).layer(tap()).layer(tap())
const guarded = tool.layer(timeout(5_000)).layer(retry()).layer(concurrency(8))
const signalled = createTool({
  name: 'weather',
  description: 'The weather in a city.',
  input,
  risk: { effects: 'read' },
  run: (given, { signal }) => {
    signal.throwIfAborted()
    return body(given)
  },
})
  .layer(timeout(5_000))
  .layer(retry())
  .layer(concurrency(8))
const toolbox = createToolbox([tool])

const limit: Subject = {
  name: 'zod parse and an async function',
  run: repeat(async () => body(input.parse(args))),
}
const bare: Subject = { name: 'ours', run: repeat(() => tool(args)) }

export const benchmarks: Benchmark[] = [
  race('call.bare', 2, () => tool(args), [mastra(), openaiAgents(), langchain()]),
  {
    kind: 'race',
    id: 'call.layer',
    // Five layers, each of which may add a tenth of a bare call.
    goal: 1.5,
    limit: bare,
    ours: { name: 'ours, under five layers', run: repeat(() => tapped(args)) },
    peers: [],
  },
  race('call.guarded', 6, () => guarded(args), [cockatiel()]),
  race('call.guarded.signal', 25, () => signalled(args), []),
  race('call.toolbox', 4, () => toolbox.execute({ id: 'a', name: 'weather', arguments: args }), [
    langchain(),
  ]),
]

function race(id: string, goal: number, ours: () => Promise<unknown>, peers: Peer[]): Benchmark {
  return { kind: 'race', id, goal, limit, ours: { name: 'ours', run: repeat(ours) }, peers }
}

function repeat(act: () => Promise<unknown>): Subject['run'] {
  return async (times) => {
    for (let time = 0; time < times; time++) await act()
  }
}

interface CockatielModule {
  wrap(...policies: unknown[]): { execute(act: () => Promise<unknown>): Promise<unknown> }
  retry(policy: unknown, options: object): unknown
  timeout(ms: number, strategy: unknown): unknown
  bulkhead(max: number, queue: number): unknown
  handleAll: unknown
  TimeoutStrategy: { Cooperative: unknown }
}

function cockatiel(): Peer {
  return {
    name: 'cockatiel',
    async load() {
      const module = await loadPeer<CockatielModule>('cockatiel')
      if (!module) return undefined
      const policy = module.wrap(
        module.bulkhead(8, 100),
        module.retry(module.handleAll, { maxAttempts: 2 }),
        module.timeout(5_000, module.TimeoutStrategy.Cooperative),
      )
      return repeat(() => policy.execute(async () => body(input.parse(args))))
    },
  }
}

interface MastraModule {
  createTool(options: object): { execute(input: unknown, options: object): Promise<unknown> }
}

function mastra(): Peer {
  return {
    name: 'mastra',
    async load() {
      const module = await loadPeer<MastraModule>('@mastra/core/tools')
      if (!module) return undefined
      const peer = module.createTool({
        id: 'weather',
        description: 'The weather.',
        inputSchema: input,
        execute: body,
      })
      return repeat(() => peer.execute(args, {}))
    },
  }
}

interface AgentsModule {
  tool(options: object): { invoke(context: unknown, json: string): Promise<unknown> }
  RunContext: new () => unknown
}

function openaiAgents(): Peer {
  return {
    name: '@openai/agents',
    async load() {
      const module = await loadPeer<AgentsModule>('@openai/agents')
      if (!module) return undefined
      const peer = module.tool({
        name: 'weather',
        description: 'The weather.',
        parameters: input,
        execute: body,
      })
      const [context, json] = [new module.RunContext(), JSON.stringify(args)]
      return repeat(() => peer.invoke(context, json))
    },
  }
}

interface LangChainModule {
  tool(run: unknown, options: object): { invoke(input: unknown): Promise<unknown> }
}

function langchain(): Peer {
  return {
    name: 'langchain',
    async load() {
      const module = await loadPeer<LangChainModule>('@langchain/core/tools')
      if (!module) return undefined
      const peer = module.tool(body, {
        name: 'weather',
        description: 'The weather.',
        schema: input,
      })
      return repeat(() => peer.invoke(args))
    },
  }
}

import canonicalize from 'canonicalize'
import { z } from 'zod'
import { serializeTools, stringifyTools, type ToolDefinition } from '@armorer/core'
import { makeWorkplace } from '../../packages/core/test/fixtures/workplace.js'
import { type Benchmark, type Subject } from '../benchmark.js'

const tools = makeWorkplace()
const data = serializeTools(tools)

export const benchmarks: Benchmark[] = [
  {
    kind: 'race',
    id: 'serialize.108',
    goal: 1.3,
    limit: fresh('zod’s conversion and a stable stringify', (set) => {
      for (const tool of set) {
        const input = z.toJSONSchema(tool.input as unknown as z.ZodType, { io: 'input' })
        canonicalize({ ...tool, input })
      }
    }),
    ours: fresh('ours', stringifyTools),
    peers: [],
  },
  {
    kind: 'race',
    id: 'serialize.108.again',
    goal: 1,
    limit: { name: 'JSON.stringify', run: repeat(() => JSON.stringify(data)) },
    ours: { name: 'ours', run: repeat(() => stringifyTools(tools)) },
    peers: [],
  },
]

/** Each time on tools that were never serialized before; making them is not measured. */
function fresh(name: string, act: (tools: readonly ToolDefinition[]) => unknown): Subject {
  let sets: ToolDefinition[][] = []
  return {
    name,
    prepare(times) {
      sets = Array.from({ length: times }, () => makeWorkplace())
    },
    run() {
      for (const set of sets) act(set)
    },
  }
}

function repeat(act: () => unknown): Subject['run'] {
  return (times) => {
    for (let time = 0; time < times; time++) act()
  }
}

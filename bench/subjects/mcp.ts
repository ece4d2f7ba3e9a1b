import { type Benchmark, type Figure } from '../benchmark.js'
import { call, startHttp, startStdio, type Costs, type Maker } from '../fixtures/mcp-drive.js'

const CALLS = 3_200
const IN_FLIGHT = 32
/** Rounds until the compiler has seen enough: before, a call costs three times as much, and each time something else. */
const WARM_UP = 150

/** What a server costs from its start until it has answered `tools/list`, with 108 tools. */
async function costOfStart(maker: Maker): Promise<Costs> {
  const server = await startStdio(maker)
  const costs = await server.costs()
  server.stop()
  return costs
}

/** What a call costs a warm server. */
const costOfCalls = (start: typeof startStdio) => async (maker: Maker) => {
  const server = await start(maker)
  const batch = Array.from({ length: IN_FLIGHT }, () => call)
  for (let round = 0; round < WARM_UP; round++) await server.ask(batch)
  const costs = [await server.costs()]
  for (let asked = 0; asked < CALLS; asked += IN_FLIGHT * 10) {
    for (let round = 0; round < 10; round++) await server.ask(batch)
    costs.push(await server.costs())
  }
  server.stop()
  const [before, after] = [costs[0], costs.at(-1)]
  return {
    cpuMs: ((after?.cpuMs ?? Number.NaN) - (before?.cpuMs ?? 0)) / CALLS,
    // Over all of them: it goes up and down with the collector, and its last value is chance.
    rssMb: costs.reduce((sum, { rssMb }) => sum + rssMb, 0) / costs.length,
  }
}

export const benchmarks: Benchmark[] = [
  against('mcp.start', 1, costOfStart, 9),
  against('mcp.stdio', 1.15, costOfCalls(startStdio), 5),
  against('mcp.http', 1.15, costOfCalls(startHttp), 5),
]

/** Ours over the SDK's own server, by the server's CPU time: the median of rounds in which each had its turn. */
function against(
  id: string,
  goal: number,
  measure: (maker: Maker) => Promise<Costs>,
  rounds: number,
): Figure {
  return {
    kind: 'figure',
    id,
    goal,
    async ours() {
      const pairs: Array<{ readonly ours: Costs; readonly theirs: Costs }> = []
      for (let round = 0; round < rounds; round++) {
        // Another order each round, so that neither always comes second.
        const isFirst = round % 2 === 0
        const first = await measure(isFirst ? 'ours' : 'sdk')
        const second = await measure(isFirst ? 'sdk' : 'ours')
        pairs.push(isFirst ? { ours: first, theirs: second } : { ours: second, theirs: first })
      }
      return {
        value: median(pairs.map(({ ours, theirs }) => ours.cpuMs / theirs.cpuMs)),
        notes: {
          'CPU ms, ours': median(pairs.map(({ ours }) => ours.cpuMs)),
          'CPU ms, SDK': median(pairs.map(({ theirs }) => theirs.cpuMs)),
          'RSS, ours over SDK': median(pairs.map(({ ours, theirs }) => ours.rssMb / theirs.rssMb)),
          'RSS MB, ours': median(pairs.map(({ ours }) => ours.rssMb)),
        },
      }
    },
  }
}

function median(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN
}

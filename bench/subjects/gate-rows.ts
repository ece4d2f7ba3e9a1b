import { type Benchmark } from '../benchmark.js'
import { fillAudit } from '../fixtures/fill-audit.js'
import { openGateWorld, temporaryPath, type GateWorld } from '../fixtures/gate-world.js'
import { quantile } from '../race.js'

const WARM_UP = 200
const PAIRS = 1_000

export const benchmarks: Benchmark[] = [
  {
    kind: 'figure',
    id: 'gate.rows',
    goal: 2,
    ours: measureRows,
  },
]

/** The slowest claims in a hundred beside a million rows of audit, over those beside a thousand. */
export async function measureRows() {
  const few = await openFilled(1_000)
  const many = await openFilled(1_000_000)
  await timeClaims([few, many], WARM_UP)
  const [small = [], large = []] = await timeClaims([few, many], PAIRS)
  const ratio = (part: number) => quantile(large, part) / quantile(small, part)
  return {
    value: ratio(0.99),
    notes: { 'median ratio': ratio(0.5), 'median ms': quantile(large, 0.5) },
  }
}

async function openFilled(links: number): Promise<GateWorld> {
  const path = temporaryPath('rows.db')
  await fillAudit(path, links)
  return openGateWorld(path)
}

/** One claim in each world in turn, so that a busy moment of the machine falls on both. Milliseconds, sorted. */
async function timeClaims(worlds: readonly GateWorld[], times: number): Promise<number[][]> {
  const took = worlds.map((): number[] => [])
  for (let time = 0; time < times; time++) {
    for (const [index, world] of worlds.entries()) {
      const before = performance.now()
      await world.claim()
      took[index]?.push(performance.now() - before)
    }
  }
  return took.map((times) => times.toSorted((a, b) => a - b))
}

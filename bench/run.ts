import { writeFileSync } from 'node:fs'
import { listFiles } from '../scripts/workspace.js'
import { type Benchmark } from './benchmark.js'
import { round, runRace } from './race.js'

const wanted = process.argv.slice(2)
const benchmarks = await loadBenchmarks()
const strangers = wanted.filter((id) => !benchmarks.some((benchmark) => benchmark.id === id))
if (strangers.length > 0) {
  console.error(
    `no benchmark is called ${strangers.join(', ')}; there is ${benchmarks.map(({ id }) => id).join(', ')}`,
  )
  process.exit(2)
}

const results = []
for (const benchmark of benchmarks) {
  if (wanted.length > 0 && !wanted.includes(benchmark.id)) continue
  const result = await measure(benchmark)
  results.push(result)
  console.log(describe(result, benchmark))
}
if (results.every(({ peers }) => Object.keys(peers).length === 0)) {
  console.log('No peer is installed: npm ci --prefix bench')
}
writeFileSync('bench/results.json', `${JSON.stringify(results, null, 2)}\n`)
process.exitCode = results.every((result) => result.ok) ? 0 : 1

async function measure(benchmark: Benchmark) {
  const { id, goal } = benchmark
  if (benchmark.kind === 'race') {
    const { ours, limit, ratio, peers, spread } = await runRace(benchmark)
    return {
      id,
      ours: round(ours),
      limit: round(limit),
      ratio: round(ratio),
      goal,
      ok: ratio <= goal,
      peers,
      spread: round(spread),
    }
  }
  if (benchmark.kind === 'figure') {
    const { value, notes } = await benchmark.ours()
    const ours = round(value)
    const ok = value <= goal
    return { id, ours, limit: goal, ratio: ours, goal, ok, peers: {}, notes, spread: 0 }
  }
  const ours = await benchmark.ours()
  const counts = await Promise.all(
    benchmark.peers.map(async (peer) => [peer.name, await peer.count()] as const),
  )
  const peers: Record<string, number> = Object.fromEntries(
    counts.flatMap(([name, count]) => (count === undefined ? [] : [[name, count]])),
  )
  return { id, ours, limit: benchmark.of, ratio: ours, goal, ok: ours <= goal, peers, spread: 0 }
}

function describe(result: Awaited<ReturnType<typeof measure>>, benchmark: Benchmark): string {
  const beside = { ...result.peers, ...result.notes }
  const peers = Object.entries(beside).map(([name, figure]) => `${name} ${round(figure)}`)
  const against = peers.length > 0 ? `; ${peers.join(', ')}` : ''
  const verdict = result.ok ? 'ok' : 'OVER'
  if (benchmark.kind === 'figure') {
    return `${result.id} ${verdict} ${result.ours} (goal ${result.goal})${against}`
  }
  if (benchmark.kind === 'tally') {
    return `${result.id} ${verdict} ${result.ours} of ${result.limit} (goal ${result.goal})${against}`
  }
  return `${result.id} ${verdict} ${result.ratio}× ±${Math.round(result.spread * 100)}% of the limit (goal ${result.goal}×)${against}`
}

async function loadBenchmarks(): Promise<Benchmark[]> {
  const files = listFiles('.', 'bench/subjects', /\.ts$/)
  const modules = await Promise.all(
    files.map(
      async (file) =>
        (await import(`../${file.replace(/\.ts$/, '.js')}`)) as { benchmarks: Benchmark[] },
    ),
  )
  return modules.flatMap((module) => module.benchmarks)
}

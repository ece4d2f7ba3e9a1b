import { type Clock, type Race, type Subject } from './benchmark.js'

export interface RaceResult {
  /** Microseconds for one time, by the race's clock. */
  readonly ours: number
  readonly limit: number
  /** Ours over the limit: the median of the ratios within each round; by the wall clock that of what a round takes. */
  readonly ratio: number
  readonly peers: Readonly<Record<string, number>>
  /** Half the distance between the quartiles of our ratio, as a part of it. */
  readonly spread: number
}

const ROUNDS = 25
/** Measurements in a row that are no faster than those before. */
const STEADY = 6
/** What is waited for is less even than what is worked out. */
const ROUND_MS = { cpu: 40, wall: 120 }

/** Every subject once in each round, so that a busy moment of the machine falls on all of them. */
export async function runRace(race: Race): Promise<RaceResult> {
  const peers = await Promise.all(
    race.peers.map(async (peer) => ({ ...peer, run: await peer.load() })),
  )
  const subjects: Subject[] = [
    race.limit,
    race.ours,
    ...peers.flatMap(({ run, ...peer }) => (run ? [{ ...peer, run }] : [])),
  ]
  const { clock = 'cpu' } = race
  const times = []
  for (const subject of subjects) times.push(await calibrate(subject, clock))

  const rounds: number[][] = []
  for (let round = 0; round < ROUNDS; round++) {
    const costs = subjects.map(() => 0)
    // Another order each round, or one subject would always pay for its neighbour's garbage.
    for (const index of rotated(subjects.length, round)) {
      costs[index] = await measure(subjects[index], times[index] ?? 1, clock)
    }
    rounds.push(costs)
  }

  const column = (index: number) => rounds.map((costs) => costs[index] ?? Number.NaN)
  const ratios = (index: number) => rounds.map((costs) => (costs[index] ?? 0) / (costs[0] ?? 1))
  // What falls into one round of several, such as a checkpoint, belongs to all of them: a median counts it always or never.
  const typical = clock === 'wall' ? trimmedMean : median
  const ratio = (index: number) =>
    clock === 'wall' ? typical(column(index)) / typical(column(0)) : median(ratios(index))
  const ours = ratios(1).toSorted((a, b) => a - b)
  return {
    limit: typical(column(0)),
    ours: typical(column(1)),
    ratio: ratio(1),
    peers: Object.fromEntries(
      subjects.slice(2).map(({ name }, index) => [name, round(ratio(index + 2))]),
    ),
    spread: (quantile(ours, 0.75) - quantile(ours, 0.25)) / 2 / median(ours),
  }
}

/** Times that fill a round. Found on warm code, which is what gets no faster: cold, a subject may take a multiple. */
async function calibrate(subject: Subject, clock: Clock): Promise<number> {
  await subject.open?.()
  const round = ROUND_MS[clock] * 1000
  let times = 1
  let least = Infinity
  for (let steady = 0; steady < STEADY;) {
    const cost = await measure(subject, times, clock)
    if (cost < least * 0.9) steady = 0
    else if (cost * times > round / 2) steady += 1
    if (cost * times <= round / 2) times *= 2
    least = Math.min(least, cost)
  }
  return Math.max(1, Math.round(round / least))
}

async function measure(subject: Subject | undefined, times: number, clock: Clock): Promise<number> {
  subject?.prepare?.(times)
  // What was made ready leaves garbage that is not the subject's. Elsewhere a forced collection only throws warm code away.
  if (clock === 'cpu' && subject?.prepare) globalThis.gc?.()
  const read = clock === 'wall' ? wallMicros : cpuMicros
  const before = read()
  await subject?.run(times)
  return (read() - before) / times
}

function cpuMicros(): number {
  const { user, system } = process.cpuUsage()
  return user + system
}

function wallMicros(): number {
  return performance.now() * 1000
}

function rotated(length: number, by: number): number[] {
  return Array.from({ length }, (_, index) => (index + by) % length)
}

/** The mean without a tenth at either end, which is what others do on the machine. */
function trimmedMean(values: readonly number[]): number {
  const tenth = Math.round(values.length / 10)
  const kept = values.toSorted((a, b) => a - b).slice(tenth, values.length - tenth)
  return kept.reduce((sum, value) => sum + value, 0) / kept.length
}

function median(values: readonly number[]): number {
  return quantile(
    values.toSorted((a, b) => a - b),
    0.5,
  )
}

export function quantile(sorted: readonly number[], part: number): number {
  return sorted[Math.round((sorted.length - 1) * part)] ?? Number.NaN
}

export function round(value: number): number {
  return Number(value.toPrecision(3))
}

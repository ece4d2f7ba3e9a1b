import { type Benchmark, type Peer, type Subject } from '../benchmark.js'
import { openBareRows, type RowWriter } from '../fixtures/bare-rows.js'
import { openPlainGate } from '../fixtures/plain-gate.js'
import { openSmallCommits } from '../fixtures/small-commits.js'
import { openGateWorld, temporaryPath, type GateWorld } from '../fixtures/gate-world.js'

const IN_FLIGHT = 32
/** How many replays share a commit of their records. */
const REPLAYS = 50
const WARM_UP = 2_000

const openWorld = once(async () => {
  const world = openGateWorld(temporaryPath('gate.db'))
  await inFlight(world.post, WARM_UP)
  return world
})
const DUTIES = 'the same duties by hand, without a promise'
/** How quick the disk is, which the ratios depend on: the less it takes, the less there is for calls to share. */
const DISK = 'two commits of one small row'

/** The gate on a disk that really writes: every claim and every outcome is there after a power cut. */
export const benchmarks: Benchmark[] = [
  {
    kind: 'race',
    id: 'gate.write',
    goal: 1.3,
    clock: 'wall',
    limit: byHand('two bare commits of the same rows', openFullBare, 1),
    ours: gated('ours', ({ post }, times) => repeat(post, times)),
    peers: [byHand(DUTIES, openFullGate, 1), byHand(DISK, openSmall, 1)],
  },
  {
    kind: 'race',
    id: 'gate.flight',
    // Five times as many calls in the same time.
    goal: 1 / 5,
    clock: 'wall',
    limit: gated('one at a time', ({ post }, times) => repeat(post, times * IN_FLIGHT)),
    ours: gated(`${IN_FLIGHT} in flight`, ({ post }, times) => inFlight(post, times * IN_FLIGHT)),
    // What no gate on this driver and these rows can be quicker than, together and one by one.
    peers: [
      byHand(`the same rows by hand, ${IN_FLIGHT} to a commit`, openFullBare, IN_FLIGHT),
      byHand('the same rows by hand, one to a commit', openFullBare, 1, IN_FLIGHT),
      byHand(DUTIES, openFullGate, IN_FLIGHT),
      byHand(DISK, openSmall, IN_FLIGHT),
    ],
  },
  {
    kind: 'race',
    id: 'gate.replay',
    goal: 1 / 8,
    clock: 'wall',
    limit: gated('fresh claims', ({ claim }, times) => repeat(claim, times * REPLAYS)),
    ours: gated('replays', async ({ replay, store }, times) => {
      for (let time = 0; time < times; time++) {
        await repeat(replay, REPLAYS)
        // Their records ride with the next commit, and are part of what they cost.
        await store.writer.write(() => undefined)
      }
    }),
    peers: [],
  },
]

function openFullBare(): Promise<RowWriter> {
  return filled(openBareRows(temporaryPath('bare.db')))
}

function openFullGate(): Promise<RowWriter> {
  return filled(openPlainGate(temporaryPath('plain.db')))
}

function openSmall(): Promise<RowWriter> {
  return openSmallCommits(temporaryPath('small.db'))
}

/** Tables as full as the gateway's are, since a page of a large index costs more than one of a small one. */
async function filled(opening: Promise<RowWriter>): Promise<RowWriter> {
  const rows = await opening
  rows.prepare(WARM_UP)
  for (let written = 0; written < WARM_UP; written += IN_FLIGHT) rows.write(IN_FLIGHT)
  return rows
}

/** So many calls to a commit; a time of the race is one commit, or as many calls as it says. */
function byHand(
  name: string,
  open: () => Promise<RowWriter>,
  perCommit: number,
  perTime = perCommit,
): Subject & Peer {
  let rows: RowWriter | undefined
  const openOnce = async () => void (rows ??= await open())
  const run = (times: number) => {
    for (let left = times * perTime; left > 0; left -= perCommit) rows?.write(perCommit)
  }
  return {
    name,
    open: openOnce,
    prepare: (times) => rows?.prepare(times * perTime),
    run,
    load: async () => (await openOnce(), run),
  }
}

/** Something done through the one gateway that all of these share. */
function gated(name: string, act: (world: GateWorld, times: number) => Promise<void>): Subject {
  return {
    name,
    open: async () => void (await openWorld()),
    run: async (times) => act(await openWorld(), times),
  }
}

type Act = () => Promise<void>

async function repeat(act: Act, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await act()
}

async function inFlight(act: Act, times: number): Promise<void> {
  let left = times
  const lanes = Array.from({ length: IN_FLIGHT }, async () => {
    while (left-- > 0) await act()
  })
  await Promise.all(lanes)
}

function once<Value>(make: () => Promise<Value>): () => Promise<Value> {
  let made: Promise<Value> | undefined
  return () => (made ??= make())
}

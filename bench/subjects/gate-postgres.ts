import { type Benchmark, type Subject } from '../benchmark.js'
import { openPostgresWorld, type PostgresWorld } from '../fixtures/postgres-world.js'

const IN_FLIGHT = 32
const WARM_UP = 3_000

let opened: Promise<PostgresWorld> | undefined
const open = () => (opened ??= openWarm())

async function openWarm(): Promise<PostgresWorld> {
  const world = await openPostgresWorld()
  await together(() => world.post(1), WARM_UP)
  await oneByOne(() => world.post(1), WARM_UP / 3)
  return world
}

/** The gate on a server of its own, over loopback, whose commits are synced. */
export const benchmarks: Benchmark[] = [
  {
    kind: 'race',
    id: 'gate.postgres',
    goal: 1.5,
    clock: 'wall',
    limit: on('two bare round trips with commit of the same rows', async ({ bare }, times) => {
      for (let time = 0; time < times; time++) await bare()
    }),
    ours: on('ours', ({ post }, times) => oneByOne(() => post(1), times)),
    peers: [],
  },
  inFlight('gate.postgres.one-account', 1),
  inFlight('gate.postgres.accounts', IN_FLIGHT),
]

/** Six times as many calls in the same time. */
function inFlight(id: string, accounts: number): Benchmark {
  return {
    kind: 'race',
    id,
    goal: 1 / 6,
    clock: 'wall',
    limit: on('one at a time', ({ post }, times) =>
      oneByOne(() => post(accounts), times * IN_FLIGHT),
    ),
    ours: on(`${IN_FLIGHT} in flight`, ({ post }, times) =>
      together(() => post(accounts), times * IN_FLIGHT),
    ),
    peers: [],
  }
}

function on(name: string, act: (world: PostgresWorld, times: number) => Promise<void>): Subject {
  return {
    name,
    open: async () => void (await open()),
    run: async (times) => act(await open(), times),
  }
}

async function oneByOne(act: () => Promise<void>, times: number): Promise<void> {
  for (let time = 0; time < times; time++) await act()
}

async function together(act: () => Promise<void>, times: number): Promise<void> {
  let left = times
  const lanes = Array.from({ length: IN_FLIGHT }, async () => {
    while (left-- > 0) await act()
  })
  await Promise.all(lanes)
}

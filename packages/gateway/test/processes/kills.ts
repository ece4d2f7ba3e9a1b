import { availableParallelism } from 'node:os'
import { createFleet, inParallel, type FleetProcess } from '../harness/fleet.js'
import { type Order } from '../harness/fleet-orders.js'
import { FLEET_TIMES, type Fate } from '../harness/fleet-times.js'
import { countPoints, createPlace, range, recover, SETTLED_MS } from './crews.js'

export interface Figures {
  /** How many moments there are at which it can happen. */
  readonly points: number
  readonly trials: number
}

export interface Trial {
  /** How often at each point. */
  readonly runs: number
  readonly memory?: Order['memory']
  /** Where databases are made, if not in files. */
  readonly server?: string | undefined
  /** Whether what is gone by must be held there. */
  readonly distrusts?: boolean | undefined
}

const WIDTH = 6
const ASLEEP = 32
/** More at once, and processes take so long to start that permits run out before they are used. */
const RECOVERING = 6 * availableParallelism()
const TEXT = 'gm'
const MOST_ATTEMPTS = 20

/** P1: a process is killed at each of its points; another recovers, and the caller asks again. */
export async function killEverywhere(trial: Trial): Promise<Figures> {
  const { runs, memory, server, distrusts } = trial
  await using fleet = await createFleet(server, distrusts)
  const place = await createPlace(fleet, memory)
  await fleet.start({ kind: 'run', texts: ['first'], ...place }).ended
  const points = await countPoints(fleet, { kind: 'run', texts: ['second'], ...place })
  const tasks = range(points).flatMap((at) => range(runs).map((run) => ({ at, run })))
  const texts: string[] = []
  await inParallel(tasks, WIDTH, async ({ at, run }) => {
    await killAt(at, async (fate, attempt) => {
      const text = `${at}/${run}/${attempt}`
      texts.push(text)
      return fleet.start({ kind: 'run', texts: [text], fate, ...place })
    })
  })
  await recover(fleet, place, ['first', 'second', ...texts])
  return { points, trials: tasks.length }
}

/** On a machine that is busy a permit may run out before it is used: then a run has fewer points, and is made anew. */
async function killAt(
  at: number,
  start: (fate: Fate, attempt: number) => Promise<FleetProcess>,
): Promise<void> {
  for (let attempt = 0; attempt < MOST_ATTEMPTS; attempt++) {
    const { signal } = await (await start({ at, signal: 'SIGKILL' }, attempt)).ended
    if (signal === 'SIGKILL') return
  }
  throw new Error(`nobody was killed at point ${at}`)
}

export interface TwiceTrial extends Trial {
  /** How many of all pairs of points; all where it is left out. */
  readonly pairs?: number | undefined
  readonly random: () => number
}

/** P2: the one who recovers is killed too, at each of its own points. */
export async function killTwice({ runs, pairs, random, server }: TwiceTrial): Promise<Figures> {
  await using fleet = await createFleet(server)
  const order = { kind: 'run', texts: [TEXT] } as const
  // Looks that find nothing due are all alike: to be killed in each of them would say the same a hundred times.
  const everyMs = FLEET_TIMES.readGap
  const again = { kind: 'recover', texts: [TEXT], untilMs: SETTLED_MS, everyMs } as const
  const first = await countPoints(fleet, { ...order, ...(await createPlace(fleet)) })
  const leave = async (at: number) => {
    let place = await createPlace(fleet)
    await killAt(at, async (fate, attempt) => {
      if (attempt > 0) place = await createPlace(fleet)
      return fleet.start({ ...order, ...place, fate })
    })
    return place
  }
  // How much there is to recover depends on what was left.
  const all: Array<readonly [one: number, two: number]> = []
  const looked = range(first).filter((at) => pairs === undefined || at % 4 === 0)
  await inParallel(looked, WIDTH, async (one) => {
    const count = await countPoints(fleet, { ...again, ...(await leave(one)) })
    all.push(...range(count).map((two) => [one, two] as const))
  })
  const chosen = pairs === undefined ? all : range(pairs).map(() => pick(all, random))
  const tasks = chosen.flatMap((pair) => range(runs).map(() => pair))
  await inParallel(tasks, RECOVERING, async ([one, two]) => {
    const place = await leave(one)
    await fleet.start({ ...again, ...place, fate: { at: two, signal: 'SIGKILL' } }).ended
    await recover(fleet, place, [TEXT])
    await fleet.databases.drop(place.path)
  })
  return { points: all.length, trials: tasks.length }
}

/** How long others have while one sleeps: enough to read twice and ask again. */
const AWAY_MS = 1.3 * (FLEET_TIMES.settle + FLEET_TIMES.readGap)

export interface StopTrial extends Trial {
  /** Which points: all of them, or every so many. */
  readonly every?: number | undefined
}

/** P2b: a process is stopped at each of its points, others recover and ask again meanwhile, and then it wakes. */
export async function stopEverywhere({ runs, every = 1, server }: StopTrial): Promise<Figures> {
  await using fleet = await createFleet(server)
  const order = { kind: 'run', texts: [TEXT] } as const
  const points = await countPoints(fleet, { ...order, ...(await createPlace(fleet)) })
  const chosen = range(points).filter((at) => at % every === 0)
  const tasks = chosen.flatMap((at) => range(runs).map(() => at))
  await inParallel(tasks, ASLEEP, async (at) => {
    const place = await createPlace(fleet)
    const sleeper = fleet.start({ ...order, ...place, fate: { at, signal: 'SIGSTOP' } })
    await sleeper.heard('stopped')
    // If it sleeps inside a transaction, nobody else can write: these are refused then, and nothing is lost.
    await fleet.start({ kind: 'recover', texts: [], untilMs: AWAY_MS, ...place }).ended
    await fleet.start({ ...order, ...place }).ended
    sleeper.kill('SIGCONT')
    await sleeper.ended
    await recover(fleet, place, [TEXT])
    await fleet.databases.drop(place.path)
  })
  return { points, trials: tasks.length }
}

function pick<Item>(items: readonly Item[], random: () => number): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('there is nothing to choose from')
  return item
}

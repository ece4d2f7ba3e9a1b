import { type Memory, type Outcome } from '../../src/index.js'
import { worldOnSqlite, type CreateWorld, type LawWorld } from '../harness/law-world.js'
import { deletePost, TIMES, type Behaviour } from '../harness/small-world.js'
import { pick, randomFrom, type Trial } from './random.js'

/** In which world a law is tried, and with which memory. */
export interface Surroundings {
  readonly createWorld?: CreateWorld | undefined
  readonly memory?: (() => Memory) | undefined
}

const TARGETS = ['a', 'b', 'c', 'd', 'e']
const SET_FAULTS: readonly Behaviour[] = [
  'ok',
  'ok',
  'ok',
  'refuse',
  'drop_before',
  'drop_after',
  'error_before',
  'error_after',
  'bad_body',
  'not_connected',
]

/** P5: random likes and unlikes, with faults, from two gateways on one database, end in the model's state. */
export async function setsEndAsTheModelSays({
  runs,
  seed,
  createWorld = worldOnSqlite,
  memory,
}: Trial & Surroundings): Promise<void> {
  const random = randomFrom(seed)
  for (let run = 0; run < runs;) {
    // One file for many sequences, each with an account of its own.
    await using world = await createWorld({ memory })
    const gateways = [world.gateway, world.other]
    for (const last = Math.min(run + 250, runs); run < last; run++) {
      const account = `s${run}`
      const model = new Map<string, boolean>()
      const length = 2 + Math.floor(random() * 11)
      for (let step = 0; step < length; step++) {
        const target = `${account}-${pick(random, TARGETS)}`
        const liked = random() < 0.5
        world.far.script.push(pick(random, SET_FAULTS))
        const request = world.like(target, liked, { account })
        const outcome = await untilCertain(world, () => pick(random, gateways).run(request))
        if (outcome.kind === 'executed' || outcome.kind === 'replayed') model.set(target, liked)
        else if (outcome.kind !== 'failed') throw new Error(`it ended as ${outcome.kind}`)
        world.far.script.length = 0
        if (random() < 0.1) await world.advance(TIMES.fingerprintHeld)
      }
      for (const [target, liked] of model) {
        if ((world.far.likes.get(target) ?? false) !== liked)
          throw new Error(`${target} should be ${liked} (run ${run}, seed ${seed})`)
      }
    }
  }
}

/** What becomes of a request, once nobody has to guess any more. */
async function untilCertain(world: LawWorld, ask: () => Promise<Outcome>): Promise<Outcome> {
  const first = await ask()
  if (first.kind !== 'unknown' && first.kind !== 'in_progress') return first
  for (let round = 0; round < 3; round++) {
    await world.advance(TIMES.settle)
    await world.gateway.reconcile()
    const outcome = await world.gateway.outcome(first.intent)
    if (outcome && outcome.kind !== 'unknown') return outcome
  }
  return first
}

export const FAULT_KINDS = [
  'drop_before',
  'drop_after',
  'error_before',
  'error_after',
  'bad_body',
  'no_id',
  'hang',
  'hang_after',
  'cut_off',
] as const satisfies readonly Behaviour[]

export const OPERATIONS = ['post', 'delete', 'like'] as const

/** P6: whatever goes wrong after the send, the caller sees `unknown`, nothing is sent twice, and then truth and row agree. */
export async function unknownIsNeverGuessed({
  runs,
  createWorld = worldOnSqlite,
  memory,
}: Trial & Surroundings): Promise<number> {
  let trials = 0
  for (const operation of OPERATIONS) {
    for (const fault of FAULT_KINDS) {
      const times = { ...TIMES, request: 3 }
      await using world = await createWorld({ times, memory })
      for (let from = 0; from < runs; from += 50) {
        const batch = Array.from({ length: Math.min(50, runs - from) }, (_, index) => from + index)
        await tryFaults(world, { operation, fault, batch })
        trials += batch.length
      }
    }
  }
  return trials
}

interface Faults {
  readonly operation: (typeof OPERATIONS)[number]
  readonly fault: (typeof FAULT_KINDS)[number]
  readonly batch: readonly number[]
}

async function tryFaults(world: LawWorld, { operation, fault, batch }: Faults): Promise<void> {
  const { gateway, far } = world
  const fail = (what: string) => {
    throw new Error(`${operation}, ${fault}: ${what}`)
  }
  for (const n of batch) if (operation === 'delete') await gateway.run(requestOf(world, 'post', n))
  if (operation === 'delete') batch.forEach((n) => idOf(world, n) || fail('nothing to delete'))
  const requests = batch.map((n) => requestOf(world, operation, n))

  const before = far.requests
  far.script.push(...batch.map(() => fault))
  for (const { kind } of await Promise.all(requests.map((one) => gateway.run(one))))
    if (kind !== 'unknown') fail(`the caller was told ${kind}`)
  for (const { kind } of await Promise.all(requests.map((one) => gateway.run(one))))
    if (kind !== 'unknown') fail(`who asked again was told ${kind}`)
  if (far.requests !== before + batch.length) fail('something was sent twice')

  for (let round = 0; round < 3; round++) {
    await world.advance(TIMES.settle)
    await gateway.reconcile()
  }
  const ends = await Promise.all(requests.map((one) => gateway.run(one)))
  for (const [index, n] of batch.entries()) {
    const { kind } = ends[index] ?? { kind: 'nothing' }
    if (kind !== 'executed' && kind !== 'replayed') fail(`in the end it was ${kind}`)
    if (appliedTimes(world, operation, n) !== 1)
      fail(`it is there ${appliedTimes(world, operation, n)} times`)
  }
  const stuck = await gateway.list({ states: ['claimed', 'dispatched', 'unknown', 'needs_human'] })
  if (stuck.length > 0) fail(`${stuck.length} stay ${stuck[0]?.state}`)
}

function requestOf(world: LawWorld, operation: Faults['operation'], n: number) {
  const account = `a${n}`
  switch (operation) {
    case 'post':
      return world.post('gm', { account })
    case 'like':
      return world.like(`p${n}`, true, { account })
    case 'delete':
      return world.post('', { account, operation: deletePost, args: { id: idOf(world, n) } })
  }
}

/** The post of an account; what was posted first has the first id, and keeps it when it is gone. */
function idOf({ far }: LawWorld, n: number): string {
  return far.posts.find(({ account }) => account === `a${n}`)?.id ?? ''
}

function appliedTimes({ far }: LawWorld, operation: Faults['operation'], n: number): number {
  const posts = far.posts.filter(({ account }) => account === `a${n}`).length
  if (operation === 'post') return posts
  if (operation === 'delete') return posts === 0 ? 1 : 0
  return far.likes.get(`p${n}`) === true ? 1 : 0
}

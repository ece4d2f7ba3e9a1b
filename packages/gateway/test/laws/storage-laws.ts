import { CompiledQuery } from 'kysely'
import {
  effect,
  rulesPolicy,
  StorageError,
  type Effect,
  type Gateway,
  type GatewayRequest,
  type Outcome,
  type ReconcileReport,
} from '../../src/index.js'
import { FAULTS, faultyDriver, type Fault } from '../harness/faulty-driver.js'
import {
  AGENT,
  createPost,
  createSmallWorld,
  effectsOn,
  handClock,
  PERSON,
  setLike,
  TIMES,
  type FarSide,
  type Requests,
} from '../harness/small-world.js'

export interface Sweep {
  /** How many driver calls were made to fail. */
  readonly points: number
  readonly trials: number
}

export const SCENARIOS = ['direct', 'slot', 'prepared', 'approved', 'found', 'missing'] as const

export type Scenario = (typeof SCENARIOS)[number]

/** A storage that can be made to fail, and the world on it. */
export interface FaultyStorage<Kind extends string> {
  readonly faults: readonly Kind[]
  createWorld(scenario: Scenario): Promise<FaultyWorld<Kind>>
}

export interface FaultyWorld<Kind extends string = string> extends Requests, AsyncDisposable {
  readonly far: FarSide
  readonly gateway: Gateway
  readonly driver: {
    /** From now on the n-th call goes wrong, and all after it where it is `lasting`. */
    arm(n: number, fault: Kind, lasting: boolean): void
    disarm(): void
    /** What went wrong since it was armed. */
    readonly hits: readonly string[]
  }
  /** Lets time go by. */
  advance(ms: number): Promise<void>
  /** How many uses are on record. */
  uses(account: string): Promise<number>
}

/**
 * P25: the n-th call of the driver fails, for every n until none does, in every way: nothing is sent without a dispatch that
 * was committed, the error is typed, what was denied has used nothing, the chain holds; and with the fault gone all is settled.
 */
export async function storageFaultsLetNothingOut<Kind extends string>(
  storage: FaultyStorage<Kind>,
  {
    faults = storage.faults,
    scenarios = SCENARIOS,
    lasting = [false, true],
  }: {
    readonly faults?: readonly Kind[]
    readonly scenarios?: readonly Scenario[]
    readonly lasting?: readonly boolean[]
  } = {},
): Promise<Sweep> {
  const points = new Set<string>()
  let trials = 0
  for (const scenario of scenarios) {
    for (const fault of faults) {
      for (const lasts of lasting) {
        await using world = await storage.createWorld(scenario)
        for (let n = 1; ; n++) {
          const hit = await tryOne(world, { scenario, fault, lasts, n })
          if (hit === undefined) break
          points.add(`${scenario} ${n}`)
          trials += 1
        }
      }
    }
  }
  return { points: points.size, trials }
}

interface Trial<Kind> {
  readonly scenario: Scenario
  readonly fault: Kind
  readonly lasts: boolean
  readonly n: number
}

/** One fault at one call. Says which call it was; `undefined` where there were not that many. */
async function tryOne<Kind extends string>(
  world: FaultyWorld<Kind>,
  { scenario, fault, lasts, n }: Trial<Kind>,
): Promise<string | undefined> {
  const asked = await prepare(world, scenario, `a${n}`)
  world.driver.arm(n, fault, lasts)
  const ended = await asked.act().then(
    (value): Ended => ({ value }),
    (error: unknown): Ended => ({ error }),
  )
  world.driver.disarm()
  const where = world.driver.hits[0]
  try {
    await check(world, asked, ended, fault)
    await settle(world, asked)
  } catch (error) {
    const what = `${scenario}, call ${n} (${where}), ${fault}${lasts ? ' for good' : ''}`
    throw new Error(`${what}: ${String(error)}`, { cause: error })
  }
  return where
}

/** What is looked at has no more to do with how it fails. */
type Tried = Omit<FaultyWorld, 'driver'>

type Ended = { readonly value: Outcome | ReconcileReport } | { readonly error: unknown }

interface Asked {
  readonly request: GatewayRequest
  readonly act: () => Promise<Outcome | ReconcileReport>
  /** How often the far side has it. */
  readonly applied: () => number
}

async function check(world: Tried, asked: Asked, ended: Ended, fault: string): Promise<void> {
  const { account } = asked.request
  if ('error' in ended && !isTyped(ended.error)) {
    throw new Error(`an error without a type: ${String(ended.error)}`, { cause: ended.error })
  }
  if (asked.applied() > (await countOf(world, account, 'dispatched')))
    throw new Error('it was sent without a dispatch on record')
  const outcome = 'value' in ended && 'kind' in ended.value ? ended.value : undefined
  if (outcome?.kind === 'denied') {
    if (asked.applied() > 0) throw new Error('it was denied, and is there')
    // What is still held, because an answer was lost or a dispatch failed, gives it back when it ends.
    const held = await world.gateway.list({ account, states: ['claimed', 'dispatched'] })
    const mayBeHeld = fault === 'lost' || (await countOf(world, account, 'dispatched')) === 0
    const used = await world.uses(account)
    if (used > 0 && !(mayBeHeld && held.length === 1))
      throw new Error('it was denied, and has used something')
  }
  await expectIntact(world, account)
}

/** The fault is gone: whoever asks again gets it once, and every row ends. */
async function settle(world: Tried, { request, applied }: Asked): Promise<void> {
  const { account } = request
  for (let round = 0; round < 4; round++) {
    const { kind } = await world.gateway.run(request)
    if (kind === 'replayed') break
    await world.advance(TIMES.prepare)
    await world.gateway.reconcile()
    for (const { id } of await world.gateway.list({ account, states: ['awaiting_approval'] })) {
      await world.gateway.approve(id, { principal: PERSON })
    }
    await world.gateway.executeApproved()
  }
  const states = (await world.gateway.list({ account })).map(({ state }) => state)
  const ended = states.filter((state) => !ENDS.has(state))
  if (ended.length > 0) throw new Error(`something stays ${ended.join(', ')}`)
  const done = states.filter((state) => state === 'succeeded').length
  if (applied() !== 1 || done !== 1) throw new Error(`${applied()} are there, ${done} on record`)
  const uses = request.operation === setLike ? 1 : 2
  if ((await world.uses(account)) !== uses) throw new Error('what was used is not what was done')
  await expectIntact(world, account)
}

/** To be told that there is no such intent is a type too, where the driver finds none. */
function isTyped(error: unknown): boolean {
  return error instanceof StorageError || error instanceof RangeError
}

const ENDS: ReadonlySet<string> = new Set(['succeeded', 'failed', 'denied'])

async function expectIntact(world: Tried, account: string): Promise<void> {
  const verdict = await world.gateway.verifyAudit(account)
  const nothingYet = verdict.kind === 'broken' && verdict.reason === 'its account is missing'
  if (verdict.kind === 'broken' && !nothingYet)
    throw new Error(`the chain is broken: ${verdict.reason}`)
}

/** Brings a scenario to the moment before its storage fails. */
async function prepare(world: Tried, scenario: Scenario, account: string): Promise<Asked> {
  const { gateway, far } = world
  const key = { account, idempotencyKey: 'k' }
  const request = world.post('gm', key)
  const applied = () => far.posts.filter((post) => post.account === account).length
  switch (scenario) {
    case 'direct':
    case 'prepared':
      return { request, applied, act: () => gateway.run(request) }
    case 'slot': {
      const like = world.like(account, true, key)
      const liked = () => (far.likes.get(account) === true ? 1 : 0)
      return { request: like, applied: liked, act: () => gateway.run(like) }
    }
    case 'approved': {
      const asking = { ...request, mode: 'composer', principal: AGENT }
      const routed = await gateway.run(asking)
      if (routed.kind !== 'needs_approval') throw new Error(`it was ${routed.kind}`)
      await gateway.approve(routed.intent, { principal: PERSON })
      return { request: asking, applied, act: () => gateway.execute(routed.intent) }
    }
    case 'found':
    case 'missing':
      far.script.push(scenario === 'found' ? 'drop_after' : 'drop_before')
      await gateway.run(request)
      await world.advance(2_400)
      return { request, applied, act: () => gateway.reconcile() }
  }
}

/** Times in which nothing is over while it is tried; how long a lock is waited for is the storage's own. */
export const FAULTY_TIMES = { ...TIMES, permit: 500, settle: 2_400 }

const LIMITS = ['post.create', 'micro_dollars', 'like.set'].map((dimension) => ({
  dimension,
  max: 1_000_000,
  per: '3h',
}))

export const FAULTY_POLICY = rulesPolicy([{ id: 'all', action: 'allow' }], { limits: LIMITS })

/** What can be done in a scenario. */
export function effectsOf(scenario: Scenario, far: FarSide): Effect[] {
  return effectsOn(far).map((one) =>
    scenario === 'prepared' && one.operation === createPost && one.class !== 'local'
      ? effect({ ...one, prepare: async () => undefined })
      : one,
  )
}

export const faultySqlite: FaultyStorage<Fault> = {
  faults: FAULTS,
  async createWorld(scenario) {
    const driver = faultyDriver()
    const hand = handClock()
    // A lock is waited for by the clock that only goes on; the other stands still until it is told.
    const clock = { ...hand, elapsed: () => performance.now() }
    const times = { ...FAULTY_TIMES, busy: 2 }
    const world = createSmallWorld(
      { policy: FAULTY_POLICY, times, clock },
      { open: driver.open, times, clock },
    )
    const { gateway, store } = world.open({ effects: effectsOf(scenario, world.far) })
    const touch = 'update gateway_use set amount = amount where account = ?'
    return {
      ...world,
      gateway,
      driver,
      advance: async (ms) => hand.advance(ms),
      uses: (account) => store.writer.write((tx) => tx.query(CompiledQuery.raw(touch, [account]))),
    }
  },
}

async function countOf(world: Tried, account: string, wanted: string): Promise<number> {
  let count = 0
  for await (const { kind } of world.gateway.auditTrail(account)) if (kind === wanted) count += 1
  return count
}

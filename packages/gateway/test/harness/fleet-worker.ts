import { writeSync } from 'node:fs'
import { DatabaseSync } from '@photostructure/sqlite'
import {
  createGateway,
  createMemory,
  noMemory,
  rulesPolicy,
  StorageError,
  type Gateway,
  type Outcome,
  type Rule,
} from '../../src/index.js'
import { openSqlite, type SqliteDatabase } from '../../src/sqlite/index.js'
import { type Store } from '../../src/store.js'
import { callFarSide } from './call-far-side.js'
import { serveFarSide } from './far-side.js'
import { faultyDriver, type Fault, type FaultyDriver } from './faulty-driver.js'
import { farEffects, farPost, farThread, type Point } from './fleet-effects.js'
import { type Order } from './fleet-orders.js'
import { FLEET_TIMES, type Fate } from './fleet-times.js'

const OPENED = 'opened'
const PRINCIPAL = { kind: 'person', id: 'ann' } as const

/** One order for one process; what it has to say goes to its output, a line each. */
async function obey(order: Order): Promise<void> {
  const point = points(order.fate, order.labels ?? false)
  const faulty = order.kind === 'load' && order.faults ? faultyDriver() : undefined
  const store = faulty
    ? openSqlite(order.path, { times: FLEET_TIMES, open: faulty.open })
    : await openWatched(order.path, point)
  const gateway = createGateway({
    store,
    times: FLEET_TIMES,
    effects: farEffects(order.far, point),
    policy: rulesPolicy([{ id: 'all', action: actionFor(order), repeat: true }], {
      limits: order.limits,
    }),
    // Trials are there for things to go wrong in.
    breakers: false,
    memory: order.memory === 'off' ? noMemory : createMemory(),
    writerVersion: order.writerVersion,
  })
  point(OPENED)
  switch (order.kind) {
    case 'run':
      for (const ask of asks(gateway, order, order.fault)) say(await ask())
      break
    case 'recover':
      await recover(gateway, order.untilMs, order.everyMs)
      say({ kind: 'settled' })
      for (const ask of asks(gateway, order)) say(await insist(gateway, ask))
      break
    case 'rounds':
      await rounds(gateway, order)
      break
    case 'together':
      await together(gateway, order)
      break
    case 'decide':
      await decide(gateway, order)
      break
    case 'load':
      await load(gateway, order, faulty && strainOn(faulty, order.faults ?? []))
      break
  }
  await gateway.close()
  say({ kind: 'end' })
}

/** Where persons race to decide, all waits for them. */
function actionFor({ kind }: Order): Rule['action'] {
  return kind === 'decide' ? 'require_approval' : 'allow'
}

/** Every call of a driver is a point. */
async function openWatched(path: string, point: Point): Promise<Store> {
  if (!path.startsWith('postgres:')) {
    return openSqlite(path, { times: FLEET_TIMES, open: (file) => watched(file, point) })
  }
  // What a process on a file has no need of, it does not wait for.
  const { openWatchedPostgres } = await import('./watch-postgres.js')
  return openWatchedPostgres(path, point)
}

/** A database that someone holds for too long refuses; that is an answer too. */
function giveUp(error: unknown): void {
  if (!(error instanceof StorageError)) throw error
  say({ kind: 'refused', code: error.code })
}

/** Under a key of its own, since a long trial may outlast the time for which content alone answers. */
function runOne(gateway: Gateway, account: string, text: string, fault?: string): Promise<Outcome> {
  const args = { text, fault }
  const idempotencyKey = text
  return gateway.run({ operation: farPost, args, account, principal: PRINCIPAL, idempotencyKey })
}

/** What an order wants to be asked: for each text, or for all of them as one. */
function asks(
  gateway: Gateway,
  { account, texts, thread }: Extract<Order, { texts: unknown }>,
  fault?: string,
): Array<() => Promise<Outcome>> {
  if (!thread) return texts.map((text) => () => runOne(gateway, account, text, fault))
  const args = { texts: [...texts] }
  // Texts of 25 posts would be longer than a key may be.
  const idempotencyKey = `thread of ${texts.length}`
  return [
    () =>
      gateway.run({ operation: farThread, args, account, principal: PRINCIPAL, idempotencyKey }),
  ]
}

/** Asks until there is an end to it, as an impatient caller does. */
async function insist(gateway: Gateway, ask: () => Promise<Outcome>): Promise<Outcome> {
  const until = performance.now() + PATIENCE_MS
  for (;;) {
    const outcome = await ask()
    if (outcome.kind === 'executed' || outcome.kind === 'replayed') return outcome
    if (outcome.kind === 'needs_human' || performance.now() > until) return outcome
    await pause(20)
    await gateway.reconcile().catch(() => undefined)
  }
}

const PATIENCE_MS = 60_000

/** Looks after what was left behind, until nothing is, or for so long. */
async function recover(gateway: Gateway, untilMs: number, everyMs = 20): Promise<void> {
  const until = performance.now() + untilMs
  while (performance.now() < until) {
    await gateway.reconcile().catch(() => undefined)
    const open = await gateway
      .list({ states: ['claimed', 'dispatched', 'unknown'], limit: 1 })
      .catch(() => [])
    if (open.length === 0) return
    await pause(everyMs)
  }
}

/** In every round all processes ask for the same at the same moment, several times each. */
async function rounds(gateway: Gateway, order: Extract<Order, { kind: 'rounds' }>): Promise<void> {
  for (const { text, at } of order.rounds) {
    await pause(at - Date.now())
    const outcomes = await Promise.all(
      Array.from({ length: order.times }, () =>
        insist(gateway, () => runOne(gateway, order.account, text)),
      ),
    )
    say({ text, ids: outcomes.map(idOf) })
  }
}

/** In every round all processes ask for something of their own, of an account that nobody has used. */
async function together(
  gateway: Gateway,
  { account, far, name, of, ...order }: Extract<Order, { kind: 'together' }>,
): Promise<void> {
  for (let round = 0; round < order.rounds; round++) {
    const own = `${account}-${round}`
    const there = await callFarSide(`${far}/meet?at=${own}&of=${of}`)
    there.resume()
    const kinds: string[] = []
    for (let time = 0; time < order.times; time++) {
      kinds.push((await runOne(gateway, own, `${name}/${time}`)).kind)
    }
    say({ round, kinds })
  }
}

/** All processes do something with the same approvals at the same moment, and each something else. */
async function decide(gateway: Gateway, order: Extract<Order, { kind: 'decide' }>): Promise<void> {
  const { decisions, person, at } = order
  const by = { principal: { kind: 'person', id: person } as const }
  await pause(at - Date.now())
  for (const { intent, does } of decisions) {
    if (does === 'edit') await gateway.edit(intent, by, { text: `${intent} by ${person}` })
    if (does === 'reject') await gateway.reject(intent, by)
    else await gateway.approve(intent, by)
    if (does !== 'reject') say(await gateway.execute(intent))
  }
}

/** Writes as fast as it can until it is told to end, and says what it was refused for unless that was to be expected. */
async function load(
  gateway: Gateway,
  { account, name, lanes }: Extract<Order, { kind: 'load' }>,
  strain?: Strain,
): Promise<void> {
  let ending = false
  process.once('SIGTERM', () => {
    ending = true
  })
  let count = 0
  const lane = async () => {
    while (!ending) {
      const outcome = await runOne(gateway, account, `${name} ${count++}`)
      if (outcome.kind === 'denied' && outcome.code !== 'paused' && !strain) say(outcome)
      if (outcome.kind === 'denied') await pause(1)
      strain?.goOn()
    }
  }
  say({ kind: 'ready' })
  strain?.goOn()
  await Promise.all(Array.from({ length: lanes }, lane))
  if (strain) say({ kind: 'strained', faults: strain.end() })
}

interface Strain {
  /** Once what was to fail has failed, the next does. */
  goOn(): void
  /** From now on nothing fails. How often something did. */
  end(): number
}

/** More calls than one of the gateway makes of its driver, so each of them is met in time. */
const MOST_CALLS = 50

function strainOn(driver: FaultyDriver, faults: readonly Fault[]): Strain {
  let times = 0
  return {
    goOn() {
      if (times > 0 && driver.hits.length === 0) return
      driver.arm((times % MOST_CALLS) + 1, faults[times % faults.length] ?? 'ioerr')
      times += 1
    },
    end() {
      driver.disarm()
      return times - 1
    },
  }
}

function idOf(outcome: Outcome): string {
  const value =
    outcome.kind === 'executed' || outcome.kind === 'replayed' ? outcome.value : undefined
  return typeof value === 'object' && value !== null
    ? String(Reflect.get(value, 'id'))
    : outcome.kind
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, Math.max(0, ms)))
}

/** Written at once, since the next moment may be the last. */
function say(value: unknown): void {
  writeSync(1, `${JSON.stringify(value)}\n`)
}

/** Counted from the moment at which the database is open: what lies before is another test's matter. */
function points(fate: Fate | undefined, labels: boolean): Point {
  let count = -1
  return (label) => {
    if (count < 0 && label !== OPENED) return
    count = Math.max(count, 0)
    if (labels) say({ point: count, label })
    if (count++ !== fate?.at) return
    if (fate.signal === 'SIGSTOP') say({ stopped: label })
    process.kill(process.pid, fate.signal)
  }
}

/** A call is a point once it has been made. */
function watched(path: string, point: Point): SqliteDatabase {
  const db = new DatabaseSync(path)
  return {
    exec(sql) {
      db.exec(sql)
      point(sql)
    },
    prepare(sql) {
      const statement = db.prepare(sql)
      return {
        all(...values) {
          const rows = statement.all(...values)
          point(sql)
          return rows
        },
        get(...values) {
          const row: unknown = statement.get(...values)
          point(sql)
          return row
        },
        run(...values) {
          const result = statement.run(...values)
          point(sql)
          return result
        },
      }
    },
    close: () => db.close(),
    get isTransaction() {
      return db.isTransaction
    },
  }
}

// At the end: what is above it must be there before it is waited for.
if (process.argv[2] === 'far-side') serveFarSide()
else if (process.argv[2] !== undefined) await obey(JSON.parse(process.argv[2])).catch(giveUp)

import { type JsonValue } from '@armorer/core'
import { CompiledQuery } from 'kysely'
import { rmSync } from 'node:fs'
import { join } from 'node:path'
import {
  createGateway,
  DEFAULT_TIMES,
  rulesPolicy,
  systemClock,
  type Clock,
  type Gateway,
  type GatewayRequest,
  type Intent,
  type Times,
} from '../src/index.js'
import { openSqlite, type SqliteStore } from '../src/sqlite/index.js'
import { startCrew, type Crew } from './attacks-crew.js'
import { farEffects, farPost } from './harness/fleet-effects.js'
import { FLEET_TIMES } from './harness/fleet-times.js'
import { scratchFolder } from './harness/scratch-folder.js'
import { AGENT, handClock } from './harness/small-world.js'

/** A database that several gateways share, and what an attacker can do to it behind their backs. */
export interface Field {
  readonly times: Times
  readonly now: () => number
  /** Over connections of their own, as several processes would have them. */
  gateways(): readonly Gateway[]
  /** Those in other processes, where there are any. */
  readonly crew?: Crew | undefined
  /** All gateways of this process end, and others take their place. */
  restart(): Promise<void>
  /** What is kept of an intent is written over. */
  rewrite(intent: string, args: JsonValue): Promise<void>
  /** Time goes by. */
  wait(ms: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

const ASK = rulesPolicy([{ id: 'ask', action: 'require_approval', repeat: true }])

const GATEWAYS = 3
const PROCESSES = 2

/** Three gateways on one file, under one clock that stands still until it is told. */
export async function openSqliteField(far: string): Promise<Field> {
  const { advance, ...clock } = handClock()
  return openFile(far, { times: DEFAULT_TIMES, clock, wait: async (ms) => advance(ms) })
}

/** The same on the machine's own clock, at a quicker pace, with two processes beside them on the same file. */
export async function openCrewField(far: string): Promise<Field> {
  const wait = (ms: number) => new Promise<void>((done) => setTimeout(done, ms))
  const field = openFile(far, { times: FLEET_TIMES, clock: systemClock, wait })
  const crew = await startCrew({ path: field.path, far }, PROCESSES)
  return {
    ...field,
    crew,
    async [Symbol.asyncDispose]() {
      await crew[Symbol.asyncDispose]()
      await field[Symbol.asyncDispose]()
    },
  }
}

interface Pace extends Pick<Field, 'times' | 'wait'> {
  readonly clock: Clock
}

function openFile(far: string, { times, clock, wait }: Pace): Field & { readonly path: string } {
  const folder = scratchFolder('attacks-')
  const path = join(folder, 'gateway.db')
  const effects = farEffects(far, () => undefined)
  const open = () => {
    const store = openSqlite(path, { clock, times })
    return { store, gateway: createGateway({ store, clock, times, effects, policy: ASK }) }
  }
  let opened = Array.from({ length: GATEWAYS }, open)
  const closeAll = () => Promise.all(opened.map(({ gateway }) => gateway.close()))
  return {
    path,
    times,
    wait,
    now: () => clock.now(),
    gateways: () => opened.map(({ gateway }) => gateway),
    async restart() {
      await closeAll()
      opened = Array.from({ length: GATEWAYS }, open)
    },
    async rewrite(intent, args) {
      const [first] = opened
      if (first) await rewriteRow(first.store, intent, args)
    },
    async [Symbol.asyncDispose]() {
      await closeAll()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** An agent asks, and a person is needed. */
export async function ask(
  gateway: Gateway,
  request: Pick<GatewayRequest, 'account' | 'idempotencyKey'> & { readonly text: string },
): Promise<Intent> {
  const { text, account, idempotencyKey } = request
  const outcome = await gateway.run({
    operation: farPost,
    args: { text },
    account,
    principal: AGENT,
    idempotencyKey,
  })
  if (outcome.kind !== 'needs_approval') throw new Error(`asked, it was ${outcome.kind}`)
  const intent = await gateway.show(outcome.intent)
  if (!intent) throw new Error(`${outcome.intent} is not there`)
  return intent
}

async function rewriteRow({ writer }: SqliteStore, id: string, args: JsonValue): Promise<void> {
  const sql = 'update gateway_intent set args_json = ? where id = ?'
  await writer.write((tx) => tx.query(CompiledQuery.raw(sql, [JSON.stringify(args), id])))
}

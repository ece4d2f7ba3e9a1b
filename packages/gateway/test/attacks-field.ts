import { type JsonValue } from '@armorer/core'
import {
  createGateway,
  type Gateway,
  type GatewayRequest,
  type Intent,
  type Times,
} from '../src/index.js'
import { startCrew, type Crew } from './attacks-crew.js'
import { type Ground, type OpenGround } from './attacks-ground.js'
import { ASK } from './attacks-rules.js'
import { farEffects, farPost } from './harness/fleet-effects.js'
import { AGENT } from './harness/small-world.js'

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

const GATEWAYS = 3
const PROCESSES = 2

/** Three gateways on one database, under a clock that stands still until it is told. */
export async function openField(openGround: OpenGround, far: string): Promise<Field> {
  return fieldOn(await openGround('still'), far)
}

/** The same on the machine's own clock, with two processes beside them. */
export async function openCrewField(openGround: OpenGround, far: string): Promise<Field> {
  const ground = await openGround('quick')
  const field = await fieldOn(ground, far)
  const crew = await startCrew({ address: ground.address, far }, PROCESSES)
  return {
    ...field,
    crew,
    async [Symbol.asyncDispose]() {
      await crew[Symbol.asyncDispose]()
      await field[Symbol.asyncDispose]()
    },
  }
}

async function fieldOn(ground: Ground, far: string): Promise<Field> {
  const { times, clock } = ground
  const effects = farEffects(far, () => undefined)
  const open = async () =>
    createGateway({ store: await ground.openStore(), clock, times, effects, policy: ASK })
  const openAll = () => Promise.all(Array.from({ length: GATEWAYS }, open))
  let gateways = await openAll()
  let restarted = Promise.resolve()
  const closeAll = () => Promise.all(gateways.map((gateway) => gateway.close()))
  return {
    times,
    now: () => clock.now(),
    gateways: () => gateways,
    restart() {
      restarted = restarted.then(async () => {
        await closeAll()
        gateways = await openAll()
      })
      return restarted
    },
    rewrite: (intent, args) => ground.rewrite(intent, JSON.stringify(args)),
    wait: (ms) => ground.wait(ms),
    async [Symbol.asyncDispose]() {
      await closeAll()
      await ground[Symbol.asyncDispose]()
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

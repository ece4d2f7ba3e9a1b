import { type Gateway, type GatewayOptions, type Memory, type Store } from '../../src/index.js'
import { type PostgresStores } from './postgres-stores.js'
import {
  createFarSide,
  createSmallWorld,
  gatewayOn,
  handClock,
  REQUESTS,
  type FarSide,
  type Requests,
} from './small-world.js'

/** A small world on whichever store, for laws that every store keeps. */
export interface LawWorld extends Requests {
  readonly far: FarSide
  readonly gateway: Gateway
  /** Another gateway on the same database, as another process would have it. */
  readonly other: Gateway
  /** Lets time go by. */
  advance(ms: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface LawOptions extends Partial<Pick<GatewayOptions, 'policy' | 'times'>> {
  /** What each of its gateways remembers by. */
  readonly memory?: (() => Memory) | undefined
}

export type CreateWorld = (options?: LawOptions) => Promise<LawWorld>

export const worldOnSqlite: CreateWorld = async ({ memory, ...options } = {}) => {
  const own = () => ({ ...options, ...(memory && { memory: memory() }) })
  const world = createSmallWorld(own(), options.times && { times: options.times })
  const { gateway: other } = world.open(own())
  return { ...world, other, advance: async (ms) => world.clock.advance(ms) }
}

/** Worlds on one server, each in a database of its own. */
export function worldsOnPostgres(stores: PostgresStores): CreateWorld {
  return async ({ memory, ...options } = {}) => {
    const { store, again, times, advance, [Symbol.asyncDispose]: drop } = await stores.open()
    const far = createFarSide()
    const clock = handClock()
    const open = (of: Store) =>
      gatewayOn(far, { store: of, times, clock, ...options, ...(memory && { memory: memory() }) })
    const [gateway, other] = [open(store), open(again())]
    return {
      far,
      gateway,
      other,
      ...REQUESTS,
      async advance(ms) {
        clock.advance(ms)
        await advance(ms)
      },
      async [Symbol.asyncDispose]() {
        await Promise.allSettled([gateway.close(), other.close()])
        await drop()
      },
    }
  }
}

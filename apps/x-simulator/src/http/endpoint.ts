import { type Caller } from '../auth/tokens.js'
import { type Capability } from '../limits/access.js'
import { type Price } from '../limits/prices.js'
import { type Limits } from '../limits/rate-limits.js'
import { type Account, type World } from '../world/world.js'
import { type JsonObject } from './answer.js'
import { type Parameters, type Query } from './query.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'

/** One request to one endpoint, after all that is common to endpoints has been checked. */
export interface Call {
  readonly method: Method
  readonly world: World
  readonly now: number
  /** Reads see the world as it was then; the present, unless a fault says otherwise. */
  readonly asOf: number
  readonly caller: Caller
  readonly params: Readonly<Record<string, string>>
  readonly query: Query
  readonly body: Buffer
  readonly contentType: string
  readonly rules: Rules
  readonly usage: Usage
  readonly effect: NoteEffect
}

/** Notes a change of the world for the truth. */
export type NoteEffect = (kind: string, detail: JsonObject) => void

/** Rules of X that a test may want to bend. They can be changed while the simulator runs. */
export interface Rules {
  /** Whether the same post again within a day is refused. */
  duplicates: 'refuse' | 'allow'
  /** How long a video or an animation is processed before it can be posted. */
  mediaProcessingMs: number
}

/** What the app has read so far, for the usage call. */
export interface Usage {
  readonly cap: number
  postsByDay(): ReadonlyMap<string, number>
  postsThisMonth(): number
}

export interface Reply {
  readonly status?: number
  readonly body: JsonObject
  /** What decides the price of a new post. */
  readonly written?: { readonly links: number; readonly summoned: boolean }
}

export interface Endpoint {
  readonly method: Method
  /** Segments that start with a colon are parameters. */
  readonly path: string
  readonly auth: readonly Caller['kind'][]
  readonly scopes: readonly string[]
  readonly limits: Limits
  readonly price: Price
  readonly query?: Parameters
  /** Forms of path parameters that are not plain ids. */
  readonly forms?: Readonly<Record<string, RegExp>>
  /** The path parameter that must be the caller's own id. */
  readonly self?: string
  readonly needs?: Capability
  run(call: Call): Reply
}

/** The account that a user's token acts for. Endpoints for apps alone never ask. */
export function getActor(call: Call): Account {
  const account = findActor(call)
  if (account === undefined) throw new Error('this endpoint must ask for a user token')
  return account
}

export function findActor({ caller, world }: Call): Account | undefined {
  return caller.kind === 'user' ? world.accounts.get(caller.accountId) : undefined
}

export function param(call: Call, name: string): string {
  const value = call.params[name]
  if (value === undefined) throw new Error(`this endpoint has no parameter ${name}`)
  return value
}

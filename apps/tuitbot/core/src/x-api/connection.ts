import { type AccessTokens } from './access-tokens.js'
import { type Access } from './capabilities.js'
import { type CostLog } from './cost-log.js'
import { createCostMeter, type CostMeter } from './cost-meter.js'
import { guardEgress } from './egress-guard.js'
import { type Names } from './names.js'
import { createRateLimits, type RateLimits } from './rate-limits.js'

export interface XOptions {
  /** Our name for the account: limits and costs are kept under it. */
  readonly account: string
  readonly tokens: AccessTokens
  readonly costs: CostLog
  /** Where the API is, without a path. X's own unless given. */
  readonly baseUrl?: string
  /** The app's own token, for the few calls that take no user's. */
  readonly appToken?: () => Promise<string>
  /** What kind of contract the app has with X. `self-serve` unless given. */
  readonly access?: Access
  /** The names to ask in; both are understood. `post` unless given. */
  readonly names?: Names
  /** The id of the account on X, if it also owns the app: its own data is then cheaper. */
  readonly ownerId?: string
  readonly fetch?: typeof fetch
  readonly now?: () => number
  /** How long one read may take. 10 s unless given. */
  readonly readTimeoutMs?: number
  /** How long a write is waited for. 20 s unless given; longer than that and read-back would come too early. */
  readonly writeTimeoutMs?: number
}

/** An account's way to X, shared by reads and writes. */
export interface XConnection {
  readonly account: string
  readonly tokens: AccessTokens
  readonly appToken: (() => Promise<string>) | undefined
  readonly access: Access
  readonly baseUrl: string
  readonly names: Names
  readonly ownerId: string | undefined
  readonly fetch: typeof fetch
  readonly now: () => number
  readonly readTimeoutMs: number
  readonly writeTimeoutMs: number
  readonly limits: RateLimits
  readonly meter: CostMeter
}

/** Makes the connection, and from then on lets this process change nothing on X without a permit. */
export function connectX(options: XOptions): XConnection {
  const { account, costs, now = () => Date.now(), baseUrl = 'https://api.x.com' } = options
  guardEgress(baseUrl)
  return {
    account,
    tokens: options.tokens,
    appToken: options.appToken,
    access: options.access ?? 'self-serve',
    baseUrl,
    names: options.names ?? 'post',
    ownerId: options.ownerId,
    fetch: options.fetch ?? globalThis.fetch,
    now,
    readTimeoutMs: options.readTimeoutMs ?? 10_000,
    writeTimeoutMs: options.writeTimeoutMs ?? 20_000,
    limits: createRateLimits(now),
    meter: createCostMeter({ account, log: costs, now }),
  }
}

export function limitKey({ account }: XConnection, endpoint: { method: string; path: string }) {
  return `${account} ${endpoint.method} ${endpoint.path}`
}

import { permitFor } from '@armorer/gateway/testing'
import {
  type RunningSimulator,
  type SimulatorOptions,
  startSimulator,
  type VirtualClock,
  virtualClock,
} from '@tuitbot/x-simulator'
import { type AccessTokens } from '../src/x-api/access-tokens.js'
import { defaultRetryPolicy, type ReadOptions } from '../src/x-api/call-read.js'
import { connectX, type XOptions } from '../src/x-api/connection.js'
import { type CostRow } from '../src/x-api/cost-log.js'
import { type WriteRequest } from '../src/x-api/request.js'
import { createXMedia } from '../src/x-api/x-media.js'
import { createXRead } from '../src/x-api/x-read.js'
import { createXWrite } from '../src/x-api/x-write.js'

export type World = RunningSimulator & { readonly time: VirtualClock }

/** X with a clock that stands still. */
export async function startWorld(options: SimulatorOptions = {}): Promise<World> {
  const time = virtualClock('2026-09-01T09:00:00Z')
  const x = await startSimulator({ clock: time, access: 'enterprise', ...options })
  return { ...x, time }
}

/** An account's door to that X. Reads that are tried again do not wait. */
export function openDoor(
  x: World,
  username = 'alice',
  options: Partial<XOptions> & ReadOptions = {},
) {
  const rows: CostRow[] = []
  const connection = connectX({
    account: username,
    tokens: tokenOf(x, username),
    costs: { record: (row) => rows.push(row) },
    baseUrl: x.url,
    appToken: () => Promise.resolve(x.appToken()),
    access: x.demoApp.access === 'enterprise' ? 'enterprise' : 'self-serve',
    now: () => x.clock.now(),
    readTimeoutMs: 2_000,
    writeTimeoutMs: 2_000,
    ...options,
  })
  const read = createXRead(connection, {
    policy: { ...defaultRetryPolicy, minMs: 0, maxMs: 0 },
    ...options,
  })
  const write = createXWrite(connection)
  const sleep = (ms: number) => Promise.resolve(x.time.advance(ms))
  const media = createXMedia(connection, read, { sleep, chunkBytes: 64 * 1024 })
  return { connection, read, write, media, rows, userId: x.account(username).id }
}

/** A token that is never renewed. */
export function tokenOf(x: World, username: string, scopes?: readonly string[]): AccessTokens {
  const pair = x.token(username, scopes ? { scopes } : {})
  return {
    get: () => Promise.resolve(pair.accessToken),
    renew: () => Promise.resolve(pair.accessToken),
    scopes: () => Promise.resolve(pair.scopes),
  }
}

/** A request, with a permit for it. */
export function permitted(request: WriteRequest) {
  return [permitFor(request), request] as const
}

import { createHash } from 'node:crypto'
import { type Clock } from './clock.js'
import { type JsonObject } from './http/answer.js'
import { type Request } from './http/request.js'

/** A request as it came in, and what became of it. */
export interface ReceivedRequest {
  readonly n: number
  readonly at: number
  readonly method: string
  /** The target as sent, query and all. */
  readonly path: string
  /** Its first eight thousand bytes; the hash is of all. */
  readonly body: string
  readonly hash: string
  /** It came in to its end. What did not is no send, and can have no effect. */
  readonly whole: boolean
  /** `@name` of the account acted for, or `app`. Unknown where the token was not good. */
  caller: string | undefined
  /** The status that was answered; absent where no answer was. */
  status: number | undefined
  fault: string | undefined
  applied: boolean
  dollars: number
}

/** A change of the world, and the request that made it. */
export interface Effect {
  readonly n: number
  readonly at: number
  readonly request: number
  readonly hash: string
  readonly kind: string
  readonly caller: string | undefined
  readonly detail: JsonObject
}

export type Truth = ReturnType<typeof createTruth>

const keptBodyLength = 8192

/** SHA-256 of method, path and body, each on a line of its own. */
export function requestHash(method: string, path: string, body: string | Uint8Array): string {
  return createHash('sha256').update(`${method}\n${path}\n`).update(body).digest('hex')
}

/**
 * What really happened, for tests. Beyond `keep`, older requests and effects and the sends of older reads
 * are let go, but stay counted; the sends of writes are kept for good.
 */
export function createTruth(clock: Clock, keep: number) {
  const requests: ReceivedRequest[] = []
  const effects: Effect[] = []
  const sends = new Map<string, number>()
  const reads = new Set<string>()
  let received = 0
  let applied = 0

  /** Who polls for days asks ever new questions; only the latest are kept. */
  function letGoOfReads(latest: string) {
    reads.delete(latest)
    reads.add(latest)
    for (const hash of reads) {
      if (reads.size <= keep) return
      reads.delete(hash)
      sends.delete(hash)
    }
  }

  return {
    requests: (): readonly ReceivedRequest[] => requests,
    effects: (): readonly Effect[] => effects,
    /** How many requests of this hash came in. */
    sends: (hash: string) => sends.get(hash) ?? 0,
    allSends: (): ReadonlyMap<string, number> => sends,
    counts: () => ({ requests: received, effects: applied }),

    receive({ method, target, body }: Request, whole = true): ReceivedRequest {
      const hash = requestHash(method, target, body)
      if (whole) sends.set(hash, (sends.get(hash) ?? 0) + 1)
      if (whole && method === 'GET') letGoOfReads(hash)
      const entry: ReceivedRequest = {
        n: ++received,
        at: clock.now(),
        method,
        path: target,
        body: body.subarray(0, keptBodyLength).toString('utf8'),
        hash,
        whole,
        caller: undefined,
        status: undefined,
        fault: undefined,
        applied: false,
        dollars: 0,
      }
      requests.push(entry)
      if (requests.length > keep * 1.1) requests.splice(0, requests.length - keep)
      return entry
    },

    effect(request: ReceivedRequest, kind: string, detail: JsonObject): void {
      request.applied = true
      const { n, hash, caller } = request
      effects.push({ n: ++applied, at: clock.now(), request: n, hash, kind, caller, detail })
      if (effects.length > keep * 1.1) effects.splice(0, effects.length - keep)
    },
  }
}

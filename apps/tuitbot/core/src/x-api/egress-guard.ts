import { subscribe } from 'node:diagnostics_channel'

/** One request that may go out, and what became of it. */
export interface Passage {
  /** Whether bytes of it may have left. */
  left(): boolean
  /** Takes the leave back, if it has not been used. */
  withdraw(): void
}

/** A change of X that nobody gave leave for. Nothing of it was sent. */
export class EgressError extends Error {
  override readonly name = 'EgressError'
}

interface State {
  left: boolean
}

// Whatever this process sends goes through the same sockets, so what guards them is one for the process.
const guarded = new Set<string>()
const admitted = new Map<string, State[]>()
const passages = new WeakMap<object, State>()
let watching = false

/**
 * From now on this process sends nothing but reads to X and to the host of `baseUrl`, save what was admitted.
 * It cannot be undone.
 */
export function guardEgress(baseUrl: string): void {
  guarded.add(new URL(baseUrl).host)
  if (watching) return
  watching = true
  subscribe('undici:request:create', (message) => judgeFetch(message as FetchMessage))
  subscribe('undici:client:sendHeaders', (message) => noteLeaving(message as FetchMessage))
  subscribe('http.client.request.start', (message) => judgeHttp(message as HttpMessage))
}

/** Lets one request with this method and address out. Call it in the same breath as the send. */
export function admit(method: string, url: URL): Passage {
  const key = keyOf(method, url.origin, url.pathname + url.search)
  const state: State = { left: false }
  admitted.set(key, [...(admitted.get(key) ?? []), state])
  return {
    left: () => state.left,
    withdraw() {
      const others = admitted.get(key)?.filter((one) => one !== state) ?? []
      if (others.length > 0) admitted.set(key, others)
      else admitted.delete(key)
    },
  }
}

/** What Node's own `fetch`, and any other copy of its client, says about a request before it opens a socket for it. */
interface FetchMessage {
  readonly request: {
    readonly method: string
    readonly origin: string | URL
    readonly path: string
    onError(error: Error): void
  }
}

interface HttpMessage {
  readonly request: {
    readonly method: string
    readonly path: string
    getHeader(name: string): unknown
    destroy(error: Error): void
  }
}

function judgeFetch({ request }: FetchMessage): void {
  // What is thrown here ends the process, so nothing may be that is not meant.
  if (!URL.canParse(String(request.origin))) return
  const url = new URL(request.origin)
  if (isRead(request.method) || !isGuarded(url.host, url.hostname)) return
  const key = keyOf(request.method, url.origin, request.path)
  const waiting = admitted.get(key) ?? []
  // Of several that look alike nobody knows which this is, so none can say later that it never left.
  if (waiting.length > 1) for (const one of waiting) one.left = true
  const state = waiting.shift()
  if (state === undefined) {
    request.onError(new EgressError(`${request.method} ${url.host} has no permit`))
    return
  }
  passages.set(request, state)
}

/** It is said before the first byte is written, so what was never said never left. */
function noteLeaving({ request }: FetchMessage): void {
  const state = passages.get(request)
  if (state) state.left = true
}

function judgeHttp({ request }: HttpMessage): void {
  const host = String(request.getHeader('host'))
  if (isRead(request.method) || !isGuarded(host, host.replace(/:\d+$/, ''))) return
  request.destroy(new EgressError(`${request.method} ${host} has no permit`))
}

function isGuarded(host: string, hostname: string): boolean {
  return guarded.has(host) || /(?:^|\.)(?:x|twitter)\.com\.?$/i.test(hostname)
}

function isRead(method: string): boolean {
  return method === 'GET' || method === 'HEAD' || method === 'OPTIONS'
}

function keyOf(method: string, origin: string, path: string): string {
  return `${method} ${origin}${path}`
}

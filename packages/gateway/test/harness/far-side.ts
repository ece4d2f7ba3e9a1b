import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { type AddressInfo } from 'node:net'

/** What it is told to do with one request, by the header `x-fault`. */
export const FAR_FAULTS = [
  'drop_before',
  'drop_after',
  '503_before',
  '503_after',
  'hang_before',
  'hang_after',
  'bad_body',
  'no_id',
  'reset_mid_body',
] as const

export interface FarPost {
  readonly id: string
  readonly account: string
  readonly text: string
  readonly replyTo?: string | undefined
  readonly at: number
}

export interface FarTruth {
  readonly posts: readonly FarPost[]
  readonly requests: number
}

/** A program of its own: what it remembers is the truth. It prints its port and serves until it is killed. */
export function serveFarSide(): void {
  const posts: FarPost[] = []
  let requests = 0
  let lagMs = 0
  const meetings = new Map<string, ServerResponse[]>()

  const apply = (account: string, { text = '', replyTo }: Body) => {
    const post = { id: String(posts.length + 1), account, text, replyTo, at: Date.now() }
    posts.push(post)
    return { id: post.id }
  }

  /** Whoever comes to a meeting hears when all are there. */
  const meet = ({ searchParams }: URL, response: ServerResponse) => {
    const at = String(searchParams.get('at'))
    const there = [...(meetings.get(at) ?? []), response]
    meetings.set(at, there)
    if (there.length === Number(searchParams.get('of'))) for (const one of there) json(one, {})
  }

  const server = createServer((request, response) => {
    // Whoever is killed in the middle of asking has asked for nothing.
    answer(request, response).catch(() => response.destroy())
  })
  // A connection that is closed while it is taken up again would look like an answer that was lost.
  server.keepAliveTimeout = 0
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    const url = new URL(request.url ?? '/', 'http://far.side')
    const body = await readBody(request)
    const account = url.searchParams.get('account')
    const own = account === null ? posts : posts.filter((post) => post.account === account)
    if (url.pathname === '/truth') return json(response, { posts: own, requests })
    if (url.pathname === '/lag') {
      lagMs = Number(url.searchParams.get('ms'))
      return json(response, {})
    }
    if (url.pathname === '/meet') return meet(url, response)
    if (request.method === 'GET') {
      return json(response, { posts: own.filter(({ at }) => at + lagMs <= Date.now()) })
    }
    requests += 1
    const fault = String(request.headers['x-fault'] ?? '')
    if (fault.endsWith('before')) return misbehave(fault, response)
    const result = apply(String(request.headers['x-account']), body)
    if (fault !== '') return misbehave(fault, response)
    return json(response, result)
  }

  server.listen(0, '127.0.0.1', () => {
    // An address of a listening socket is never a path.
    process.stdout.write(`${(server.address() as AddressInfo).port}\n`)
  })
}

function misbehave(fault: string, response: ServerResponse): void {
  if (fault.startsWith('drop')) {
    response.destroy()
  } else if (fault.startsWith('503')) {
    json(response, { error: 'unavailable' }, 503)
  } else if (fault === 'bad_body') {
    response.end('<html>')
  } else if (fault === 'no_id') {
    json(response, {})
  } else if (fault === 'reset_mid_body') {
    response.writeHead(200, { 'content-length': 100 })
    response.write('{"id":')
    setTimeout(() => response.destroy(), 5)
  }
  // What hangs is left alone.
}

function json(response: ServerResponse, value: unknown, status = 200): void {
  response.writeHead(status, { 'content-type': 'application/json' })
  response.end(JSON.stringify(value))
}

type Body = Readonly<Record<string, string>>

async function readBody(request: IncomingMessage): Promise<Body> {
  const chunks: string[] = []
  for await (const chunk of request) chunks.push(String(chunk))
  return chunks.length === 0 ? {} : JSON.parse(chunks.join(''))
}

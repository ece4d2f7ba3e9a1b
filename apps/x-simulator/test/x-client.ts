import { type RunningSimulator } from '@tuitbot/x-simulator'

export interface Heard {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  // The wire is what is being looked at, so its values are taken as they come.
  readonly json: Loose
}

export type Loose = { readonly [name: string]: Loose } & string &
  number &
  boolean &
  readonly Loose[]

export interface Ask {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Sends a request to the simulator, as `GET /2/tweets`, and reads all of the answer. */
export async function ask(x: RunningSimulator, line: string, options: Ask = {}): Promise<Heard> {
  const [method = 'GET', path = '/'] = line.split(' ')
  const { token, body, headers } = options
  const isForm = body instanceof FormData || body instanceof URLSearchParams
  const response = await fetch(x.url + path, {
    method,
    redirect: 'manual',
    headers: {
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...(body !== undefined && !isForm && { 'content-type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      body: isForm || typeof body === 'string' ? body : JSON.stringify(body),
    }),
  })
  const text = await response.text()
  return { status: response.status, headers: response.headers, text, json: parse(text) }
}

function parse(text: string): Loose {
  try {
    return JSON.parse(text) as Loose
  } catch {
    return {} as Loose
  }
}

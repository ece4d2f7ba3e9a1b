import { type RunningSimulator } from '@tuitbot/x-simulator'

export interface Heard {
  readonly status: number
  readonly headers: Headers
  readonly text: string
  readonly json: unknown
  /** What stands at a path of the body, as `data.id` or `errors.0.title`. */
  at(path: string): unknown
  /** The text at a path; empty where there is none. */
  textAt(path: string): string
}

export interface Ask {
  readonly token?: string | undefined
  readonly body?: unknown
  readonly headers?: Record<string, string>
}

/** Sends a request to the simulator, as `GET /2/tweets`, and reads all of the answer. */
export async function ask(
  x: Pick<RunningSimulator, 'url'>,
  line: string,
  options: Ask = {},
): Promise<Heard> {
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
  const json = parse(text)
  const at = (path: string) => path.split('.').reduce(step, json)
  return {
    status: response.status,
    headers: response.headers,
    text,
    json,
    at,
    textAt: (path) => {
      const found = at(path)
      return typeof found === 'string' ? found : ''
    },
  }
}

function step(value: unknown, name: string): unknown {
  if (typeof value !== 'object' || value === null || !Object.hasOwn(value, name)) return undefined
  return (value as Record<string, unknown>)[name]
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

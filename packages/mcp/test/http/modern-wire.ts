/** A client of 2026-07-28 that says exactly what it is told to. */
export interface Asked {
  readonly headers?: Readonly<Record<string, string>>
  readonly capabilities?: object
  readonly client?: string
}

const KEY = 'io.modelcontextprotocol/'

const FORMS = { elicitation: { form: {} } }

export function modernRequest(
  method: string,
  params: Readonly<Record<string, unknown>> = {},
  { headers = {}, capabilities = FORMS, client = 'tester' }: Asked = {},
): Request {
  const name = params['name'] ?? params['uri']
  return new Request('http://localhost/mcp', {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      host: 'localhost',
      'mcp-protocol-version': '2026-07-28',
      'mcp-method': method,
      ...(typeof name === 'string' && { 'mcp-name': name }),
      ...headers,
    },
    body: JSON.stringify({
      jsonrpc: '2.0',
      id: 1,
      method,
      params: {
        ...params,
        _meta: {
          [`${KEY}protocolVersion`]: '2026-07-28',
          [`${KEY}clientInfo`]: { name: client, version: '1' },
          [`${KEY}clientCapabilities`]: capabilities,
        },
      },
    }),
  })
}

export interface Answer {
  readonly status: number
  readonly result?: Record<string, unknown>
  readonly error?: { readonly code: number; readonly message: string; readonly data?: unknown }
}

/** Asks, and reads what comes as one message: the last of a stream. */
export async function ask(
  fetch: (request: Request) => Promise<Response>,
  request: Request,
): Promise<Answer> {
  const response = await fetch(request)
  const text = await response.text()
  const isStream = response.headers.get('content-type')?.startsWith('text/event-stream') ?? false
  const events = isStream ? [...text.matchAll(/^data: (.+)$/gm)].map(([, data]) => data) : [text]
  return { status: response.status, ...JSON.parse(events.at(-1) || '{}') }
}

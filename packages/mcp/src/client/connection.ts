import {
  Client,
  StreamableHTTPClientTransport,
  UnauthorizedError,
  type ElicitRequest,
  type ElicitResult,
  type Transport,
} from '@modelcontextprotocol/client'
import { openTransport, type McpSource } from './open-transport.js'

/** What a server wants to know from a person, and how it is asked. */
export type Elicit = (asked: ElicitRequest['params']) => Promise<ElicitResult>

export interface ConnectionOptions {
  readonly client: { readonly name: string; readonly version: string }
  readonly maxBytes: number
  readonly timeoutMs: number
  readonly elicit?: Elicit | undefined
  readonly onListChanged: () => void
  readonly onError?: ((error: Error) => void) | undefined
}

/** A way to a server, which is opened when it is needed, and anew after it broke. */
export interface Connection {
  /** Opens it where it is not open. */
  open(): Promise<Client>
  /** Does something with the server. Where that needs a person's leave, it is asked for once, and the same is done again. */
  use<Result>(work: (client: Client) => Promise<Result>): Promise<Result>
  close(): Promise<void>
}

interface Opened {
  readonly client: Client
  readonly transport: Transport
}

export function createConnection(source: McpSource, options: ConnectionOptions): Connection {
  let opened: Promise<Opened> | undefined
  let isClosed = false

  const connect = async (onClose: () => void): Promise<Opened> => {
    const client = makeClient(options)
    Object.assign(client, { onclose: onClose })
    const transport = openTransport(source, options.maxBytes)
    try {
      await client.connect(transport, { timeout: options.timeoutMs })
      return { client, transport }
    } catch (error) {
      if (!(await authorize(source, transport, error))) throw error
      const again = openTransport(source, options.maxBytes)
      await client.connect(again, { timeout: options.timeoutMs })
      return { client, transport: again }
    }
  }
  const open = (): Promise<Opened> => {
    if (isClosed) return Promise.reject(new Error('the connection was closed'))
    if (opened) return opened
    const forget = () => {
      if (opened === attempt) opened = undefined
    }
    const attempt: Promise<Opened> = connect(() => forget())
    attempt.catch(forget)
    opened = attempt
    return attempt
  }

  return {
    open: async () => (await open()).client,
    async use(work) {
      const { client, transport } = await open()
      try {
        return await work(client)
      } catch (error) {
        // Whoever is asked for leave has done nothing yet.
        if (!(await authorize(source, transport, error))) throw error
        return work(client)
      }
    },
    async close() {
      isClosed = true
      const last = await opened?.catch(() => undefined)
      await last?.client.close()
    },
  }
}

/** Whether a person has now agreed to what the server refused for want of it. */
async function authorize(
  source: McpSource,
  transport: Transport,
  error: unknown,
): Promise<boolean> {
  if (!(error instanceof UnauthorizedError)) return false
  if (!('redirected' in source) || !source.redirected) return false
  if (!(transport instanceof StreamableHTTPClientTransport)) return false
  await transport.finishAuth(await source.redirected())
  return true
}

function makeClient({ client: who, elicit, onListChanged, onError }: ConnectionOptions): Client {
  const client = new Client(
    { ...who },
    {
      capabilities: elicit ? { elicitation: { form: { applyDefaults: true } } } : {},
      versionNegotiation: { mode: 'auto' },
      listChanged: {
        tools: {
          autoRefresh: false,
          onChanged: (error) => (error ? onError?.(error) : onListChanged()),
        },
      },
    },
  )
  Object.assign(client, { onerror: onError })
  if (elicit) client.setRequestHandler('elicitation/create', ({ params }) => elicit(params))
  return client
}

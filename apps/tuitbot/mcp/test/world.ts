import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client, type ClientOptions } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { createTuitbot, type Tuitbot } from '@tuitbot/core'
import { startSimulator, type RunningSimulator } from '@tuitbot/x-simulator'
import { bundleWorker } from '../../../../scripts/bundle-worker.js'
import { type Envelope } from '../src/contract/envelope.js'
import { type Home, toOptions } from './home.js'

export const ANN = { kind: 'person', id: 'ann' } as const

/** Everything may go out at once, as far as rules of our own say. */
export const UNATTENDED = {
  TUITBOT_APPROVAL_MODE: 'false',
  TUITBOT_X__AI_REPLIES_APPROVED: 'true',
}

export interface Agent {
  readonly client: Client
  readonly pid: number
  call(name: string, args?: Record<string, unknown>): Promise<Envelope<Data>>
}

/** As much as tests look at. */
export type Data = Readonly<Record<string, unknown>>

export interface World {
  readonly x: RunningSimulator
  readonly home: Home
  /** The person's side, in this process. */
  readonly tuitbot: Tuitbot
  /** How an MCP client starts the server. */
  command(): Promise<{ readonly command: string; readonly args: string[] }>
  /** A client with a server process of its own. */
  start(name: string, options?: ClientOptions): Promise<Agent>
  /** How many posts X was sent, and how many it made. */
  sent(): { readonly requests: number; readonly posts: number }
  [Symbol.asyncDispose](): Promise<void>
}

/** Tuitbot for alice, with agents in processes of their own. */
export async function createWorld(settings: Home['settings'] = {}, pace?: number): Promise<World> {
  const folder = mkdtempSync(join(tmpdir(), 'tuitbot-mcp-'))
  const x = await startSimulator({ seed: 7 })
  const home = {
    folder,
    x: x.url,
    token: x.token('alice').accessToken,
    settings,
    ...(pace !== undefined && { pace }),
  }
  const tuitbot = await createTuitbot(toOptions(home))
  const command = async () => ({
    command: process.execPath,
    args: [await bundleWorker(new URL('serve-worker.ts', import.meta.url)), JSON.stringify(home)],
  })
  const clients: Client[] = []
  return {
    x,
    home,
    tuitbot,
    command,
    async start(name, options = {}) {
      const client = new Client({ name, version: '1.0.0' }, options)
      clients.push(client)
      const transport = new StdioClientTransport(await command())
      await client.connect(transport)
      return { client, pid: transport.pid ?? 0, call: (tool, args) => call(client, tool, args) }
    },
    sent: () => ({
      requests: x.truth
        .requests()
        .filter(({ method, path }) => method === 'POST' && path === '/2/tweets').length,
      posts: x.truth.effects().filter(({ kind }) => kind === 'post.create').length,
    }),
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(clients.map((client) => client.close()))
      await tuitbot.close()
      await x[Symbol.asyncDispose]()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function call(
  client: Client,
  name: string,
  args: Record<string, unknown> = {},
): Promise<Envelope<Data>> {
  const answer = await client.callTool({ name, arguments: args })
  const envelope = answer.structuredContent
  const [block] = answer.content
  if (block?.type !== 'text' || block.text !== JSON.stringify(envelope)) {
    throw new Error('the text is not what the structured content is')
  }
  // The client has checked it against the tool's output schema.
  const checked = envelope as Envelope<Data>
  if ((answer.isError ?? false) !== (checked.error !== undefined)) {
    throw new Error('an error is one for MCP, and nothing else is')
  }
  return checked
}

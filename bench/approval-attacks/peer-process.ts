import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'

/** Where a peer keeps what it keeps, and where its tool posts. */
export interface Place {
  readonly far: string
  readonly folder: string
  readonly postgres?: string | undefined
}

/** A way of using a peer, as it says of itself. */
export interface PeerSystem {
  readonly file: string
  readonly name: string
  readonly packages: readonly string[]
  readonly store: string
  readonly needs?: 'postgres' | undefined
  /** What its contract leaves to the application. */
  readonly leaves: string
  /** What it has no feature for, and why. */
  readonly none: Readonly<Record<string, string>>
}

/** A peer in a process of its own. */
export interface PeerProcess {
  /** Does it, and says what came of it; throws where the peer did. */
  tell(verb: string, said: object): Promise<unknown>
  end(): Promise<void>
}

const WORKER = fileURLToPath(new URL('peer-worker.mjs', import.meta.url))
const PEERS = ['ai.mjs', 'openai-agents.mjs', 'mastra.mjs', 'langchain.mjs', 'mcp-sdk.mjs']

export function areInstalled(): boolean {
  return existsSync(new URL('node_modules', import.meta.url))
}

export async function listPeers(): Promise<PeerSystem[]> {
  const systems: PeerSystem[] = []
  for (const file of PEERS) {
    const child = start({ file })
    const [line]: unknown[] = await once(createInterface({ input: child.stdout }), 'line')
    // Our own worker writes it.
    const found = JSON.parse(String(line)) as Array<Omit<PeerSystem, 'file'>>
    systems.push(...found.map((system) => ({ ...system, file })))
  }
  return systems
}

export function versionOf(name: string): string {
  const path = new URL(`node_modules/${name}/package.json`, import.meta.url)
  const { version } = JSON.parse(readFileSync(path, 'utf8')) as { version: string }
  return `${name} ${version}`
}

export async function startPeer({ file, name }: PeerSystem, place: Place): Promise<PeerProcess> {
  const child = start({ file, name, place })
  const waiting = new Map<number, (answer: Answer) => void>()
  const ended = once(child, 'exit')
  const ready = new Promise<void>((resolve, reject) => {
    createInterface({ input: child.stdout }).on('line', (line) => {
      // A peer may have things of its own to say.
      if (!line.startsWith('{')) return
      const answer = JSON.parse(line) as Answer
      if (answer.ready) resolve()
      waiting.get(answer.call)?.(answer)
    })
    child.once('exit', () => reject(new Error(`${name} ended before it began`)))
  })
  await ready
  let calls = 0
  return {
    async tell(verb, said) {
      const call = ++calls
      const { value, refused } = await new Promise<Answer>((resolve) => {
        waiting.set(call, resolve)
        child.stdin.write(`${JSON.stringify({ call, verb, said })}\n`)
      })
      if (refused !== undefined) throw new Error(refused)
      return value
    },
    async end() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

interface Answer {
  readonly call: number
  readonly ready?: boolean
  readonly value?: unknown
  readonly refused?: string
}

function start(order: object) {
  // Peers talk on their standard error about what they are refused; that is what is tried here.
  return spawn(process.execPath, [WORKER, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'ignore'],
  })
}

import { spawn, type ChildProcessByStdio } from 'node:child_process'
import { createInterface } from 'node:readline'
import { type Readable } from 'node:stream'
import { bundleWorker } from '../../../../scripts/bundle-worker.js'
import { type FarTruth } from './far-side.js'
import { databasesInFiles, databasesOn, type FleetDatabases } from './fleet-databases.js'
import { type Order } from './fleet-orders.js'

/** Real processes on real databases, with a far side of their own. */
export interface Fleet {
  readonly far: string
  readonly databases: Pick<FleetDatabases, 'create' | 'drop'>
  start(order: Order): FleetProcess
  /** All that is there, or an account's. */
  truth(account?: string): Promise<FarTruth>
  /** From now on what was written is seen only so much later. */
  lag(ms: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface FleetProcess {
  readonly pid: number
  /** What it said so far, a value a line. */
  readonly lines: readonly unknown[]
  /** Resolves when a line has this field. */
  heard(field: string): Promise<void>
  kill(signal: NodeJS.Signals): void
  readonly ended: Promise<{ readonly code: number | null; readonly signal: string | null }>
}

type Child = ChildProcessByStdio<null, Readable, null>

/** On files, or on a server of Postgres, where everything must be held that is gone by if it `distrusts`. */
export async function createFleet(server?: string, distrusts = false): Promise<Fleet> {
  const databases = server === undefined ? databasesInFiles() : await databasesOn(server, distrusts)
  const program = await bundleWorker(new URL('fleet-worker.ts', import.meta.url))
  const children = new Set<Child>()
  const run = (argument: string): Child => {
    const child = spawn(process.execPath, [program, argument], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    children.add(child)
    child.once('exit', () => children.delete(child))
    return child
  }
  const farSide = run('far-side')
  const port = await firstLine(farSide)
  const far = `http://127.0.0.1:${port}`

  return {
    far,
    databases,
    start: (order) => follow(run(JSON.stringify(order))),
    async truth(account) {
      const query = account === undefined ? '' : `?account=${encodeURIComponent(account)}`
      const response = await fetch(`${far}/truth${query}`)
      // Our own far side answers it.
      return (await response.json()) as FarTruth
    },
    async lag(ms) {
      await fetch(`${far}/lag?ms=${ms}`)
    },
    async [Symbol.asyncDispose]() {
      const gone = [...children].map(
        (child) => new Promise((resolve) => child.once('exit', resolve)),
      )
      for (const child of children) child.kill('SIGKILL')
      await Promise.all(gone)
      await databases[Symbol.asyncDispose]()
    },
  }
}

/** Runs tasks, so many at a time. */
export async function inParallel<Item>(
  items: readonly Item[],
  width: number,
  act: (item: Item) => Promise<void>,
): Promise<void> {
  const rest = [...items]
  const lane = async () => {
    for (let item = rest.shift(); item !== undefined; item = rest.shift()) await act(item)
  }
  await Promise.all(Array.from({ length: width }, lane))
}

function follow(child: Child): FleetProcess {
  const lines: unknown[] = []
  const waiting = new Map<string, () => void>()
  createInterface({ input: child.stdout }).on('line', (line) => {
    const value: unknown = JSON.parse(line)
    lines.push(value)
    for (const [field, tell] of waiting) if (hasField(value, field)) tell()
  })
  return {
    pid: child.pid ?? 0,
    lines,
    heard: (field) =>
      new Promise((resolve) => {
        if (lines.some((line) => hasField(line, field))) return resolve()
        waiting.set(field, resolve)
        child.once('close', () => resolve())
      }),
    kill: (signal) => child.kill(signal),
    ended: new Promise((resolve) => {
      child.once('close', (code, signal) => resolve({ code, signal }))
    }),
  }
}

function hasField(value: unknown, field: string): boolean {
  return (
    typeof value === 'object' &&
    value !== null &&
    (field in value || Reflect.get(value, 'kind') === field)
  )
}

function firstLine(child: Child): Promise<string> {
  return new Promise((resolve) => {
    createInterface({ input: child.stdout }).once('line', resolve)
  })
}

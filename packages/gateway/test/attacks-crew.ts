import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { bundleWorker } from '../../../scripts/bundle-worker.js'
import { type Decided, type Decider, type Gateway, type Outcome } from '../src/index.js'

/** Whoever can decide and execute: a gateway, or one in another process. */
export type Actor = Pick<Gateway, 'approve' | 'execute'>

/** Processes with a gateway each. */
export interface Crew {
  members(): readonly Actor[]
  /** One is killed, and another started in its place. What it was asked to do stays without an answer. */
  kill(index: number): Promise<void>
  [Symbol.asyncDispose](): Promise<void>
}

export interface CrewOrder {
  /** Of the database: a path, or `postgres://…`. */
  readonly address: string
  readonly far: string
}

/** One line to a process; its answer bears the same number. */
export type CrewCall = { readonly call: number; readonly intent: string } & (
  | { readonly verb: 'approve'; readonly by: Decider }
  | { readonly verb: 'execute' }
)

export async function startCrew(order: CrewOrder, size: number): Promise<Crew> {
  const program = await bundleWorker(new URL('attacks-worker.ts', import.meta.url))
  const start = () => startMember(program, order)
  const crew = await Promise.all(Array.from({ length: size }, start))
  return {
    members: () => crew,
    async kill(index) {
      await crew[index]?.kill()
      crew[index] = await start()
    },
    async [Symbol.asyncDispose]() {
      await Promise.all(crew.map((member) => member.kill()))
    },
  }
}

interface Member extends Actor {
  kill(): Promise<void>
}

async function startMember(program: string, order: CrewOrder): Promise<Member> {
  const child = spawn(process.execPath, [program, JSON.stringify(order)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  const waiting = new Map<number, { tell(value: unknown): void; fail(error: Error): void }>()
  const lines = createInterface({ input: child.stdout })
  lines.on('line', (line) => {
    // Our own worker writes it.
    const { call, value } = JSON.parse(line) as { call: number; value: unknown }
    waiting.get(call)?.tell(value)
    waiting.delete(call)
  })
  const ended = once(child, 'exit')
  void ended.then(() => {
    for (const { fail } of waiting.values()) fail(new Error('the process is gone'))
  })
  // What is written to a process that was just killed is lost with it.
  child.stdin.on('error', () => undefined)
  await once(lines, 'line')

  let calls = 0
  const ask = (toCall: (call: number) => CrewCall) =>
    new Promise<unknown>((tell, fail) => {
      const call = ++calls
      waiting.set(call, { tell, fail })
      child.stdin.write(`${JSON.stringify(toCall(call))}\n`)
    })
  return {
    // What a gateway answers is data, and the same on this side.
    approve: async (intent, by) =>
      (await ask((call) => ({ call, verb: 'approve', intent, by }))) as Decided,
    execute: async (intent) =>
      (await ask((call) => ({ call, verb: 'execute', intent }))) as Outcome,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

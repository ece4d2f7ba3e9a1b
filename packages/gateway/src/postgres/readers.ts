import { type Env } from '../scripts/env.js'
import { type Beliefs } from './beliefs.js'
import { type Connections } from './connection.js'
import { insist } from './insist.js'
import { type Question } from './question.js'
import { readTogether, type Reader, type Reading } from './reads.js'

export interface ReaderOptions {
  readonly connections: Connections
  readonly env: Env
  readonly lanes: number
  readonly beliefs: Beliefs
}

const MOST_TOGETHER = 64

/** Those who want to read at the same time share a transaction. */
export function createReaders({ connections, env, lanes, beliefs }: ReaderOptions) {
  const queue: Reading[] = []
  let running = 0
  let planned = false

  const plan = () => {
    if (planned) return
    planned = true
    setImmediate(() => {
      planned = false
      while (running < lanes && queue.length > 0) void run(queue.splice(0, MOST_TOGETHER))
    })
  }

  const run = async (readings: readonly Reading[]) => {
    running += 1
    const left = new Set(readings)
    const following = readings.map((reading) => ({
      ...reading,
      settle(outcome: Parameters<Reading['settle']>[0]) {
        left.delete(reading)
        reading.settle(outcome)
      },
    }))
    await attempt(following).catch(async (error: unknown) => {
      // One of them has spoilt it for the others.
      if (left.size > 1) return void (await Promise.all([...left].map((one) => alone(one))))
      for (const one of left) one.settle({ error })
    })
    running -= 1
    plan()
  }

  const attempt = (readings: readonly Reading[]) =>
    insist(env, () => connections.use((connection) => readTogether(connection, readings, beliefs)))

  const alone = (reading: Reading) =>
    attempt([reading]).catch((error: unknown) => reading.settle({ error }))

  return {
    read: <Value>(reader: Reader<Value>, reads: readonly Question[]) =>
      new Promise<Value>((resolve, reject) => {
        queue.push({
          reader,
          reads,
          settle: (outcome) =>
            // What a reader returns is what it is settled with.
            'value' in outcome ? resolve(outcome.value as Value) : reject(outcome.error),
        })
        plan()
      }),
  }
}

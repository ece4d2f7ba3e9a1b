import { type Outcome } from './outcome.js'

/**
 * Which requests are under way in this process, so that a twin waits instead of asking the database again and again.
 * It answers nothing by itself: what the twin is told is read from the database, and if that knows nothing, the twin runs.
 */
export interface Memory {
  running(key: string): Promise<Outcome> | undefined
  run(key: string, act: () => Promise<Outcome>): Promise<Outcome>
}

export function createMemory(): Memory {
  const running = new Map<string, Promise<Outcome>>()
  return {
    running: (key) => running.get(key),
    async run(key, act) {
      const outcome = act()
      running.set(key, outcome)
      try {
        return await outcome
      } finally {
        running.delete(key)
      }
    },
  }
}

/** Remembers nothing: every request goes to the database. */
export const noMemory: Memory = {
  running: () => undefined,
  run: (_, act) => act(),
}

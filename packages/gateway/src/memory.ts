import { type Outcome } from './outcome.js'

/**
 * Which requests are under way in this process, so that a twin waits instead of asking the database again and again.
 * It answers nothing by itself: what the twin is told is read from the database, and if that knows nothing, the twin runs.
 */
export interface Memory {
  get(key: string): Promise<Outcome> | undefined
  set(key: string, running: Promise<Outcome>): void
  delete(key: string): void
}

export function createMemory(): Memory {
  return new Map<string, Promise<Outcome>>()
}

/** Remembers nothing: every request goes to the database. */
export const noMemory: Memory = {
  get: () => undefined,
  set: () => undefined,
  delete: () => undefined,
}

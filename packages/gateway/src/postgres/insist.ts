import { setTimeout as sleep } from 'node:timers/promises'
import { type Env } from '../scripts/env.js'
import { StorageError } from '../store.js'
import { isAway, isCollision } from './errors.js'

/** How long to wait before a server that is away is asked again. */
export const AWAY_MS = 50

/** Tries again while the database is away, until that has taken too long; any other failure is told at once. */
export async function insist<Value>(
  { clock, times }: Env,
  act: () => Promise<Value>,
): Promise<Value> {
  const since = clock.elapsed()
  for (;;) {
    try {
      return await act()
    } catch (error) {
      const isPassing = error instanceof StorageError && (isAway(error) || isCollision(error))
      if (!isPassing || clock.elapsed() - since >= times.busy) throw error
      await sleep(AWAY_MS)
    }
  }
}

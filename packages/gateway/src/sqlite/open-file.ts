import { type SqliteDatabase } from './driver.js'
import { type Env } from '../scripts/env.js'
import { isBusy } from './errors.js'
import { allOf } from './typed-driver.js'

/** What a store can do with its file as a whole, between transactions. */
export interface OpenFile {
  /**
   * Writes the file anew, without what was erased, and empties the log. Zeroing what is deleted is not enough: pages that were
   * split once still hold copies of what has moved.
   */
  tidy(): Tidied
  close(): void
}

/** A large file would hold everyone up for too long. */
export type Tidied = 'tidied' | 'busy' | 'too_large'

export function openFileOf(db: SqliteDatabase, mostBytes = MOST_BYTES): OpenFile {
  return {
    tidy() {
      try {
        const isSmall = numberOf(db, 'page_count') * numberOf(db, 'page_size') <= mostBytes
        if (isSmall) db.exec('vacuum')
        if (numberOf(db, 'wal_checkpoint(truncate)') !== 0) return 'busy'
        return isSmall ? 'tidied' : 'too_large'
      } catch (error) {
        if (isBusy(error)) return 'busy'
        throw error
      }
    },
    close: () => db.close(),
  }
}

/** Whether the file could be tidied up; whoever is using it holds that up for a moment. */
export async function tidyUp({ tidy }: OpenFile, { clock, times }: Env): Promise<boolean> {
  const since = clock.elapsed()
  for (;;) {
    const tidied = tidy()
    if (tidied !== 'busy') return tidied === 'tidied'
    if (clock.elapsed() - since >= times.busy) return false
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

const MOST_BYTES = 64 * 1024 * 1024

/** The first value that a pragma gives. */
function numberOf(db: SqliteDatabase, pragma: string): number {
  const [row] = allOf(db.prepare(`pragma ${pragma}`))
  return typeof row === 'object' && row !== null ? Number(Object.values(row)[0]) : Number.NaN
}

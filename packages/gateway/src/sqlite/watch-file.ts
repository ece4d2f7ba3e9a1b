import { closeSync, fstatSync, openSync, realpathSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { StorageError } from '../store.js'

/** Whether a name still leads to the file that was opened under it. */
export interface WatchedFile {
  /** Throws if it does not. */
  check(): void
  close(): void
}

const TIMES = {
  /** So often the name is looked up, whatever its folder says: a folder further up may have moved. */
  look: 1_000,
  /** Two changes within this time may bear the same time. */
  tick: 1_000,
}

/**
 * Two processes on two files of the same name would know nothing of each other, so this is asked before every transaction. To look a
 * name up takes several times as long as to ask its open folder whether anything in it has changed since.
 */
export function watchFile(path: string, times = TIMES): WatchedFile {
  if (path === ':memory:') return { check: () => undefined, close: () => undefined }
  const opened = statSync(path)
  const folder = openFolder(path)
  let lookedAt = -Infinity
  let stillSince: number | undefined
  const look = () => {
    const found = statSync(path, { throwIfNoEntry: false })
    if (found?.ino === opened.ino && found.dev === opened.dev) return
    throw new StorageError(
      'replaced',
      `${path} is not the file that was opened any more: it was moved, deleted or replaced; restart to use what is there now`,
    )
  }
  return {
    check() {
      if (folder === undefined) return look()
      const now = Date.now()
      const changedAt = fstatSync(folder).ctimeMs
      if (changedAt === stillSince && now >= lookedAt && now - lookedAt < times.look) return
      look()
      lookedAt = now
      stillSince = now - changedAt > times.tick ? changedAt : undefined
    },
    close() {
      if (folder !== undefined) closeSync(folder)
    },
  }
}

/** The folder itself, never the file: to close that anywhere in a process would let go of SQLite's locks on it. */
function openFolder(path: string): number | undefined {
  // What lies behind a link is replaced in another folder.
  if (realpathSync(path) !== resolve(path)) return undefined
  try {
    return openSync(dirname(path), 'r')
  } catch {
    // Not every system opens folders.
    return undefined
  }
}

import { DatabaseSync } from '@photostructure/sqlite'

/** Tells whether a database has changed, whoever has changed it. */
export interface FileWatch {
  /** A number that is another one as soon as anybody has committed a change. */
  version(): number
  close(): void
}

/** Watches a database through a connection of its own, so that it notices this process as well as all others. */
export function watchFile(path: string): FileWatch {
  const raw = new DatabaseSync(path, { readOnly: true, timeout: 0 })
  const query = raw.prepare('pragma data_version')
  return {
    version() {
      const row: unknown = query.get()
      const version: unknown =
        typeof row === 'object' && row !== null ? Reflect.get(row, 'data_version') : undefined
      if (typeof version !== 'number') throw new Error('the database does not tell its version')
      return version
    },
    close: () => raw.close(),
  }
}

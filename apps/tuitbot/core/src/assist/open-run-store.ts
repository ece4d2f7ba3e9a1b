import { type RunStore } from '@armorer/agent'
import { sqliteRunStore } from '@armorer/agent/sqlite'

/** The runs of assistants, in the file that holds everything else. */
export function openRunStore({ dbPath }: { readonly dbPath: string }): Promise<RunStore> {
  return sqliteRunStore(dbPath)
}

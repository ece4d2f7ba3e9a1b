/** Runs in a database, which several processes may share. */
export { kyselyRunStore } from './kysely-run-store.js'
export type { AgentTables } from './tables.js'
export { migrateRunStore } from './migrations.js'

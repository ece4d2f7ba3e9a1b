/** Everything of `@armorer/agent/sql`. */
export { kyselyRunStore, migrateRunStore } from '@armorer/agent/sql'
export type { AgentTables } from '@armorer/agent/sql'

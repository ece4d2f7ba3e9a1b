export { openPostgres } from './open-postgres.js'
export type { PostgresOptions, PostgresStore } from './open-postgres.js'
export type { Job, Scope, Script } from './job.js'
export type { Writer } from './writer.js'

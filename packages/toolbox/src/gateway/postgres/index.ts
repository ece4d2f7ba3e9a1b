/** Everything of `@armorer/gateway/postgres`. */
export { openPostgres } from '@armorer/gateway/postgres'
export type {
  Job,
  PostgresOptions,
  PostgresStore,
  Scope,
  Script,
  Writer,
} from '@armorer/gateway/postgres'

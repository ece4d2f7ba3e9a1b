/** Everything of `@armorer/gateway/sqlite`. */
export { migrate, openSqlite } from '@armorer/gateway/sqlite'
export type {
  Migration,
  MigrationPlan,
  Script,
  SqliteDatabase,
  SqliteOptions,
  SqliteStatement,
  SqliteStore,
  Transaction,
  Writer,
} from '@armorer/gateway/sqlite'

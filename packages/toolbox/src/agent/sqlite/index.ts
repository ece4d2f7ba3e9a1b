/** Everything of `@armorer/agent/sqlite`. */
export { sqliteRunStore } from '@armorer/agent/sqlite'

/** Runs in a SQLite file. */
export { sqliteRunStore } from './sqlite-run-store.js'

/** Runs as files of JSON lines, for one process at a time. */
export { jsonlRunStore } from './jsonl-run-store.js'

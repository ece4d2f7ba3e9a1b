/** Everything of `@armorer/agent/jsonl`. */
export { jsonlRunStore } from '@armorer/agent/jsonl'

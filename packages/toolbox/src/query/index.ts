/** Choosing tools by what they are. */
export { queryTools } from './query-tools.js'
export type { ToolCriteria } from './query-tools.js'
export {
  and,
  hasInputKeys,
  hasRisk,
  hasTag,
  inNamespace,
  isDeprecated,
  mentions,
  not,
  or,
  versionIn,
} from '@armorer/core'
export type { RiskQuery, ToolPredicate } from '@armorer/core'

/** Finding tools by words or by meaning, best first. */
export { createSearchIndex, embedTools, searchByMeaning, SearchHit, select } from '@armorer/core'
export type {
  Embed,
  MatchReason,
  SearchIndex,
  SearchOptions,
  SearchResult,
  Selection,
} from '@armorer/core'

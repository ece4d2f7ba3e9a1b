import {
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
  type RiskQuery,
  type ToolDefinition,
  type ToolPredicate,
} from '@armorer/core'

/** What is asked of tools. All of it must hold; what is left out asks nothing. */
export interface ToolCriteria {
  readonly namespace?: string | readonly string[]
  /** A semver range. */
  readonly version?: string
  readonly deprecated?: boolean
  readonly risk?: RiskQuery
  readonly tags?: {
    readonly any?: readonly string[]
    readonly all?: readonly string[]
    readonly none?: readonly string[]
  }
  /** Words that must all be mentioned. For ranking there is `search`. */
  readonly text?: string
  readonly schema?: { readonly keys?: readonly string[] }
  readonly predicate?: ToolPredicate
  readonly and?: readonly ToolCriteria[]
  readonly or?: readonly ToolCriteria[]
  readonly not?: ToolCriteria
  readonly offset?: number
  readonly limit?: number
}

/** Tools that meet the criteria, in their order. A predicate that throws is met by nothing. */
export function queryTools(
  source: readonly ToolDefinition[] | { list(): readonly ToolDefinition[] },
  criteria: ToolCriteria = {},
): readonly ToolDefinition[] {
  const { offset = 0, limit = Infinity } = criteria
  const wanted = toPredicate(criteria)
  const tools = 'list' in source ? source.list() : source
  return tools.filter((tool) => holds(wanted, tool)).slice(offset, offset + limit)
}

function toPredicate(criteria: ToolCriteria): ToolPredicate {
  const { namespace, version, deprecated, risk, tags, text, schema, predicate } = criteria
  const asked: ToolPredicate[] = []
  if (namespace !== undefined) asked.push(inNamespace(...[namespace].flat()))
  if (version !== undefined) asked.push(versionIn(version))
  if (deprecated !== undefined) asked.push(deprecated ? isDeprecated() : not(isDeprecated()))
  if (risk) asked.push(hasRisk(risk))
  if (tags?.any && tags.any.length > 0) asked.push(hasTag(...tags.any))
  for (const tag of tags?.all ?? []) asked.push(hasTag(tag))
  if (tags?.none) asked.push(not(hasTag(...tags.none)))
  if (text !== undefined) asked.push(mentions(text))
  if (schema?.keys) asked.push(hasInputKeys(...schema.keys))
  if (predicate) asked.push(predicate)
  for (const inner of criteria.and ?? []) asked.push(toPredicate(inner))
  if (criteria.or && criteria.or.length > 0) asked.push(or(...criteria.or.map(toPredicate)))
  if (criteria.not) asked.push(not(toPredicate(criteria.not)))
  return and(...asked)
}

function holds(predicate: ToolPredicate, tool: ToolDefinition): boolean {
  try {
    return predicate(tool)
  } catch {
    return false
  }
}

import { canonicalJson } from '@armorer/core'
import { documentCheck, limitsCheck, ruleCheck } from './check-policy.js'
import { type Check } from './checks.js'
import { type HeldLimit } from './compile-limits.js'
import { compileRules } from './compile-rules.js'
import { type Deciding } from './deciding.js'
import { toMilliseconds } from './duration.js'
import { HARD_RULES } from './hard-rules.js'
import { type HeldRule, type PolicyProblem, type ReadPolicy } from './policy.js'
import {
  MICRO_USD,
  type Band,
  type Limit,
  type PolicyDocument,
  type Rule,
  type SpendCap,
  type Template,
} from './rule.js'

/** What an application brings to every policy. */
export interface Ground {
  /** Hard rules of its own, beside the built-in ones. They tighten, and never allow. */
  readonly hard?: readonly Rule[] | undefined
  readonly templates?: Readonly<Record<string, Template>> | undefined
}

/** The longest policy there can be, as JSON. */
const MOST_CHARACTERS = 4_000_000

/** Reads a document whole and strictly. Anything that is not understood refuses all of it. */
export function readPolicy(document: unknown, ground: Ground, version: number): ReadPolicy {
  const problems = documentCheck(document, [])
  if (problems.length > 0) return { kind: 'bad', problems }
  const said = copyOf(document)
  if ('message' in said) return { kind: 'bad', problems: [said] }
  const joint = [
    ...problemsTogether(said, ground),
    // What was made active before this was looked at still holds.
    ...(version === 0 ? unreachable(said) : []),
  ]
  if (joint.length > 0) return { kind: 'bad', problems: joint }
  const rules = rulesOf(said, ground)
  const limits = limitsOf(said, ground)
  const deciding = decidingOf(said)
  return { kind: 'good', ruleSet: compileRules({ rules, limits, deciding, version }) }
}

/** What an application brings is code, so what is wrong with it is thrown. */
export function checkGround({ hard = [], templates = {} }: Ground): void {
  insist(ruleCheck(0, 99), hard, 'hard rules')
  const allowing = hard.find(({ action }) => action === 'allow')
  if (allowing) throw new TypeError(`${allowing.id}: a hard rule only tightens, it cannot allow`)
  for (const [name, { rules, limits = [] }] of Object.entries(templates)) {
    insist(ruleCheck(100, 199), rules, `the template ${name}`)
    if (limits.length > 0) insist(limitsCheck, [limits], `the limits of the template ${name}`)
  }
}

function insist(check: Check, values: readonly unknown[], what: string): void {
  const [problem] = values.flatMap((value, index) => check(value, [index]))
  if (problem) throw new TypeError(`${what}: ${problem.path.join('.')} ${problem.message}`)
}

/** A document that was found to be one, as its own: whoever made it may change theirs. */
function copyOf(document: unknown): PolicyDocument | PolicyProblem {
  try {
    const text = canonicalJson(document)
    return text.length <= MOST_CHARACTERS ? JSON.parse(text) : { path: [], message: 'is too long' }
  } catch {
    return { path: [], message: 'holds something that JSON cannot say' }
  }
}

/** What no part can know by itself. */
function problemsTogether(said: PolicyDocument, ground: Ground): PolicyProblem[] {
  const { template, blocked_tools: blocked = [], require_approval_for: asked = [] } = said
  if (template !== undefined && !templateOf(said, ground)) {
    const known = Object.keys(ground.templates ?? {}).join(', ') || 'none'
    return [{ path: ['template'], message: `is not known; there is ${known}` }]
  }
  const both = asked.findIndex((tool) => blocked.includes(tool))
  return [
    ...repeatedIds(said, ground),
    ...(both < 0
      ? []
      : [{ path: ['require_approval_for', both], message: 'is among blocked_tools too' }]),
  ]
}

/** A quorum that nothing can have. Whether four eyes take away one more depends on who asks. */
function unreachable({ approvals = {} }: PolicyDocument): PolicyProblem[] {
  const { approvers, quorum = 1 } = approvals
  const most = approvers ? new Set(approvers).size : Infinity
  if (quorum <= most) return []
  const message = `can never be reached: approvers names ${most}; lower it to ${most} at most, or name more approvers`
  return [{ path: ['approvals', 'quorum'], message }]
}

const FIRST_CHANGES = 3

function decidingOf({ approvals = {} }: PolicyDocument): Deciding {
  const { four_eyes: fourEyes = false, approvers, quorum = 1 } = approvals
  return { fourEyes, approvers, quorum, firstChanges: approvals.first_changes ?? FIRST_CHANGES }
}

function repeatedIds(said: PolicyDocument, ground: Ground): PolicyProblem[] {
  const taken = new Set(rulesOf({ ...said, rules: [] }, ground).map(({ id }) => id))
  return (said.rules ?? []).flatMap(({ id }, index) => {
    const isTaken = taken.has(id)
    taken.add(id)
    return isTaken
      ? [{ path: ['rules', index, 'id'], message: `${id} is the id of another rule` }]
      : []
  })
}

function rulesOf(said: PolicyDocument, ground: Ground): HeldRule[] {
  return [
    ...HARD_RULES.map(holding('hard', 0)),
    ...(ground.hard ?? []).map(holding('hard', 50)),
    ...(templateOf(said, ground)?.rules ?? []).map(holding('template', 150)),
    ...(said.rules ?? []).map(holding('user', 200)),
    ...compatibilityRules(said).map(holding('compatibility', 300)),
  ]
}

function templateOf(
  { template }: PolicyDocument,
  { templates = {} }: Ground,
): Template | undefined {
  return template !== undefined && Object.hasOwn(templates, template)
    ? templates[template]
    : undefined
}

/** The older, shorter way to say what most people want to say. */
function compatibilityRules(said: PolicyDocument): Rule[] {
  const { blocked_tools: blocked = [], require_approval_for: asked = [] } = said
  const rules: Rule[] = [
    ...blocked.map((tool): Rule => ({ id: `v1:blocked:${tool}`, action: 'deny', tools: [tool] })),
    ...(said.dry_run_mutations ? [{ id: 'v1:dry_run', action: 'dry_run' } as const] : []),
    ...asked.map((tool): Rule => ({
      id: `v1:approval:${tool}`,
      action: 'require_approval',
      tools: [tool],
    })),
  ]
  return rules.map((rule, index) => ({ ...rule, priority: 300 + index }))
}

function holding(band: Band, usual: number) {
  return (rule: Rule): HeldRule => ({
    ...rule,
    band,
    priority: rule.priority ?? usual,
    reason: rule.reason ?? `rule ${rule.id} says ${rule.action.replaceAll('_', ' ')}`,
  })
}

function limitsOf(said: PolicyDocument, ground: Ground): HeldLimit[] {
  const limits = [...(templateOf(said, ground)?.limits ?? []), ...(said.limits ?? [])]
  return [...limits.map(toHeld), ...(said.spend ?? []).map(toCap)]
}

function toHeld(limit: Limit): HeldLimit {
  return { limit, windowMs: toMilliseconds(limit.per) ?? 0, mustSay: false }
}

const SPANS = { hour: '1h', day: '1d', month: '30d' } as const

function toCap({ max, per }: SpendCap): HeldLimit {
  const limit = { id: `spend-per-${per}`, dimension: MICRO_USD, max, per: SPANS[per] }
  return { ...toHeld(limit), mustSay: true }
}

import { type Decision, type JsonValue } from '@armorer/core'
import { type Effect } from './effect.js'
import { type Parts } from './parts.js'
import { judgedOf } from './policy/judged-of.js'
import { listIdle } from './policy/list-idle.js'
import { type ReadPolicy, type RuleSet } from './policy/policy.js'
import { createWindows } from './policy/windows.js'
import { usesOf } from './read-request.js'
import { type RecordedIntent } from './policy-store.js'
import { type Uses } from './store.js'

/** What a policy says to a request, or that a limit does not let it. */
export type Verdict = Decision['kind'] | 'limit'

/** One recorded intent that would have fared otherwise. */
export interface Difference {
  readonly intent: string
  readonly account: string
  readonly operation: string
  readonly at: number
  readonly from: Verdict
  readonly to: Verdict
  readonly rule: string
  readonly reason: string
}

/** What would have differed, had a policy held all along. */
export interface Rehearsal {
  readonly kind: 'rehearsed'
  /** How many were looked at, and how many of them would have fared otherwise. */
  readonly intents: number
  readonly changed: number
  /** How many went from what to what. */
  readonly turns: readonly Turn[]
  /** Which rules of the rehearsed policy make the difference. */
  readonly rules: ReadonlyArray<{ readonly rule: string; readonly count: number }>
  readonly examples: readonly Difference[]
  /** Rules and limits of it that concern nothing which this gateway can do: most likely a name in them is misspelt. */
  readonly idle: readonly string[]
  /** What they would use up could not be worked out, so limits left them out. */
  readonly uncounted: number
}

export interface Turn {
  readonly from: Verdict
  readonly to: Verdict
  readonly count: number
}

export interface RehearseOptions {
  /** In milliseconds since 1970. */
  readonly since: number
  readonly account?: string | undefined
  /** How many differences are shown; 20 if it is not said. */
  readonly examples?: number | undefined
}

/** A document that is no policy cannot be rehearsed. */
export type Rehearsed = Rehearsal | Extract<ReadPolicy, { kind: 'bad' }>

const PAGE = 2_000

/** Judges what was recorded by another policy. It only reads. */
export async function rehearse(
  parts: Parts,
  document: unknown,
  { since, account, examples: most = 20 }: RehearseOptions,
): Promise<Rehearsed> {
  const read = parts.policy.read(document)
  if (read.kind === 'bad') return read
  const judge = createJudge(parts, read.ruleSet)
  const differences: Difference[] = []
  let [intents, uncounted, after] = [0, 0, '']
  for (;;) {
    const page = await parts.store.listRecorded({ account, since, after, limit: PAGE })
    for (const intent of page) {
      const { difference, isCounted } = judge(intent)
      if (difference) differences.push(difference)
      if (!isCounted) uncounted += 1
    }
    intents += page.length
    const last = page.at(-1)
    if (!last) break
    after = last.id
  }
  return {
    kind: 'rehearsed',
    intents,
    changed: differences.length,
    turns: countBy(differences, ({ from, to }) => `${from} ${to}`).map(({ first, count }) => {
      return { from: first.from, to: first.to, count }
    }),
    rules: countBy(differences, ({ rule }) => rule).map(({ first, count }) => {
      return { rule: first.rule, count }
    }),
    examples: differences.slice(0, most),
    idle: listIdle(read.ruleSet, parts.effects.values()),
    uncounted,
  }
}

/** Judges intents in the order in which they were asked, since limits remember. */
function createJudge({ effects }: Parts, ruleSet: RuleSet) {
  const windows = createWindows()
  return (intent: RecordedIntent) => {
    const { operation, account, createdAt: at } = intent
    const effect = effects.get(operation)
    const uses = effect && usesOrNothing(effect, intent.args)
    const judged = judgedOf(effect, intent, uses ?? {})
    const active = { version: 0, text: undefined, lifted: false, at }
    const judgement = ruleSet.judge(judged, active)
    const { kind } = judgement.decision
    const isSent = kind === 'allow' || (kind === 'ask' && WENT_AHEAD.has(intent.state))
    const full = isSent ? windows.reserve(account, judgement.reserves, at) : undefined
    const to: Verdict = full ? 'limit' : kind
    const from = verdictOf(intent)
    const { rule, reason } = full
      ? { rule: full.rule, reason: `the limit of ${full.max} is reached` }
      : judgement
    const said = { intent: intent.id, account, operation, at, from, to, rule, reason }
    return { difference: from === to ? undefined : said, isCounted: uses !== undefined }
  }
}

/** What a person has let go ahead would be let go ahead again. */
const WENT_AHEAD: ReadonlySet<string> = new Set([
  'claimed',
  'dispatched',
  'unknown',
  'succeeded',
  'needs_human',
])

function verdictOf({ decision, state, rule }: RecordedIntent): Verdict {
  return state === 'denied' && rule.startsWith('limit:') ? 'limit' : decision
}

function usesOrNothing(effect: Effect, args: JsonValue): Uses | undefined {
  try {
    return usesOf(effect, args)
  } catch {
    return undefined
  }
}

/** How many there are of each, most first. */
function countBy<Item>(items: readonly Item[], keyOf: (item: Item) => string) {
  const groups = new Map<string, { readonly first: Item; count: number }>()
  for (const item of items) {
    const key = keyOf(item)
    const group = groups.get(key) ?? { first: item, count: 0 }
    group.count += 1
    groups.set(key, group)
  }
  return [...groups.values()].toSorted((a, b) => b.count - a.count)
}

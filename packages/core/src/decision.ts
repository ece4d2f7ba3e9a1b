import { type JsonSchema } from './schema.js'
import { canonicalJson } from './serialization/stable-json.js'

/** Why a decision was made: in words, and by which rule. */
export interface Reason {
  readonly message: string
  readonly rule?: string
}

/** What is wanted of a person before the call may go on. */
export type Ask =
  | (Reason & { readonly for: 'approval' })
  | (Reason & { readonly for: 'input'; readonly schema: JsonSchema })

/**
 * Whether a call may go ahead. The kinds form an order, `deny > dry_run > ask > allow`,
 * and decisions are only ever joined, so that nothing downstream can weaken one.
 */
export type Decision =
  | { readonly kind: 'allow' }
  | { readonly kind: 'ask'; readonly asks: readonly Ask[] }
  | { readonly kind: 'dry_run'; readonly reasons: readonly Reason[] }
  | { readonly kind: 'deny'; readonly reasons: readonly Reason[] }

const ORDER: readonly Decision['kind'][] = ['allow', 'ask', 'dry_run', 'deny']

export const allow: Decision = Object.freeze({ kind: 'allow' })

export function deny(message: string, rule?: string): Decision {
  return { kind: 'deny', reasons: [toReason(message, rule)] }
}

/** A dry run: show what would be done, and do nothing. */
export function rehearse(message: string, rule?: string): Decision {
  return { kind: 'dry_run', reasons: [toReason(message, rule)] }
}

export function askApproval(message: string, rule?: string): Decision {
  return { kind: 'ask', asks: [{ for: 'approval', ...toReason(message, rule) }] }
}

export function askInput(message: string, schema: JsonSchema, rule?: string): Decision {
  return { kind: 'ask', asks: [{ for: 'input', schema, ...toReason(message, rule) }] }
}

/** The strictest of them, with all the reasons for it. The order in which they come makes no difference. */
export function combine(...decisions: readonly Decision[]): Decision {
  return decisions.map(refuseUnknown).reduce(joinTwo, allow)
}

/** Whether `a` lets through something that `b` does not. */
export function isWeaker(a: Decision, b: Decision): boolean {
  return rank(a) < rank(b)
}

function joinTwo(a: Decision, b: Decision): Decision {
  if (isWeaker(a, b)) return joinTwo(b, a)
  switch (a.kind) {
    case 'allow':
      return a
    case 'ask':
      return { kind: 'ask', asks: union(a.asks, b.kind === 'ask' ? b.asks : []) }
    case 'dry_run':
      return { kind: 'dry_run', reasons: union(a.reasons, b.kind === 'dry_run' ? b.reasons : []) }
    case 'deny':
      return { kind: 'deny', reasons: union(a.reasons, b.kind === 'deny' ? b.reasons : []) }
  }
}

/** A decision of a kind that nobody knows came past the compiler; it must not pass for the weakest. */
function refuseUnknown(decision: Decision): Decision {
  if (ORDER.includes(decision.kind)) return decision
  return deny(`a decision of the unknown kind ${JSON.stringify(decision.kind)}`)
}

/** A kind that nobody knows ranks with the strictest. */
function rank(decision: Decision): number {
  const at = ORDER.indexOf(decision.kind)
  return at === -1 ? ORDER.length - 1 : at
}

/** Each once, in an order of their own, so that equal sets are equal lists. */
function union<Item extends Reason | Ask>(a: readonly Item[], b: readonly Item[]): readonly Item[] {
  const byText = new Map([...a, ...b].map((item) => [textOf(item), item]))
  return [...byText].toSorted(([x], [y]) => (x < y ? -1 : 1)).map(([, item]) => item)
}

/** Whatever stands in a reason, it must not turn a refusal into a failure. */
function textOf(item: Reason | Ask): string {
  try {
    return canonicalJson(item)
  } catch {
    return JSON.stringify([item.message, item.rule])
  }
}

function toReason(message: string, rule: string | undefined): Reason {
  return rule === undefined ? { message } : { message, rule }
}

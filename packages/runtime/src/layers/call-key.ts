import { canonicalJson, digest } from '@armorer/core'
import { type CallContext, type CallFacts } from '../context.js'

/**
 * The same for equal requests of one principal, for one account, under the same labels: so that nobody is given what was made
 * for another, and nothing made for one who had read strangers reaches one who had not. `undefined` where JSON cannot say it.
 */
export function callKey(request: unknown, { facts }: CallContext): string | undefined {
  try {
    return digest(request) + scopeOf(facts)
  } catch {
    return undefined
  }
}

function scopeOf({ principal, account, labels }: CallFacts): string {
  if (principal === undefined && account === undefined && !labels?.length) return ''
  return canonicalJson([
    principal ? [principal.kind, principal.id] : null,
    account ?? null,
    [...new Set(labels)].toSorted(),
  ])
}

import { type Decider } from './approval-store.js'
import { isName } from './is-name.js'
import { type Principal } from './request.js'
import { type StoreDenial } from './store.js'

const KINDS: ReadonlySet<unknown> = new Set(['person', 'agent', 'loop'])

/** What is wrong with someone who is to be on record; `undefined` if nothing is. */
export function problemWithPrincipal(said: Partial<Principal> | null | undefined) {
  if (!KINDS.has(said?.kind)) return 'kind must be person, agent or loop'
  return isName(said?.id) ? undefined : 'id must be a name of 1 to 200 characters'
}

/** Whoever acts goes on record, so it must be someone. */
export function insistOnPrincipal(by: Principal): void {
  const problem = problemWithPrincipal(by)
  if (problem === undefined) return
  throw new TypeError(`who does this? { kind: 'person', id: 'ann' } is wanted, and its ${problem}`)
}

/** Why someone may not do what only persons may; `undefined` for a person. */
export function onlyPersons(by: Principal, does: string): StoreDenial | undefined {
  insistOnPrincipal(by)
  if (by.kind === 'person') return undefined
  const reason = `only a person ${does}, and ${by.id} is ${by.kind === 'agent' ? 'an agent' : 'a loop'}`
  return { kind: 'denied', code: 'not_approved', reason }
}

/** Agents and loops decide nothing. */
export function onlyDeciders(by: Decider): StoreDenial | undefined {
  if (by?.principal) return onlyPersons(by.principal, 'decides')
  throw new TypeError(`who decides? { principal: { kind: 'person', id: 'ann' } } is wanted`)
}

/** The same where nothing is answered, so that nobody takes a refusal for a success. */
export function insistOnPerson(by: Principal, does: string): void {
  const refusal = onlyPersons(by, does)
  if (refusal) throw new TypeError(refusal.reason)
}

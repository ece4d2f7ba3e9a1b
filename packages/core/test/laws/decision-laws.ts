import fc from 'fast-check'
import {
  allow,
  askApproval,
  askInput,
  combine,
  deny,
  rehearse,
  isWeaker,
  type Decision,
} from '../../src/decision.js'
import { joinRisk, resolveRisk, type ToolRisk } from '../../src/risk.js'
import { canonicalJson } from '../../src/serialization/stable-json.js'
import { type Trial } from './law.js'

const words = fc.constantFrom('too late', 'too long', 'a link', 'unknown person')
const rule = fc.option(fc.constantFrom('hard-1', 'user-7'), { nil: undefined })
const single: fc.Arbitrary<Decision> = fc.oneof(
  fc.constant(allow),
  fc.tuple(words, rule).map(([message, by]) => deny(message, by)),
  fc.tuple(words, rule).map(([message, by]) => rehearse(message, by)),
  fc.tuple(words, rule).map(([message, by]) => askApproval(message, by)),
  fc.tuple(words, rule).map(([message, by]) => askInput(message, { type: 'string' }, by)),
)
const decision = fc.array(single, { maxLength: 4 }).map((all) => combine(...all))

/** Joining decisions is associative, commutative and idempotent, and never gives less than any of them. */
export function decisionsFormALattice({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(decision, decision, decision, (a, b, c) => {
      const joined = combine(a, b)
      return (
        same(combine(combine(a, b), c), combine(a, combine(b, c))) &&
        same(joined, combine(b, a)) &&
        same(combine(a, a), a) &&
        same(combine(a, allow), a) &&
        !isWeaker(joined, a) &&
        !isWeaker(joined, b) &&
        (joined.kind === a.kind || joined.kind === b.kind)
      )
    }),
    { numRuns: runs, seed },
  )
}

const risk: fc.Arbitrary<ToolRisk> = fc
  .record({
    effects: fc.constantFrom('none', 'read', 'write', 'unknown'),
    idempotent: fc.boolean(),
    requiresApproval: fc.boolean(),
    dataSensitivity: fc.constantFrom('public', 'internal', 'restricted', 'secret'),
    externalNetwork: fc.boolean(),
    systemAccess: fc.boolean(),
    untrustedOutput: fc.boolean(),
  } as const)
  .map(resolveRisk)

const EFFECTS = ['none', 'read', 'write', 'unknown']
const LEVELS = ['public', 'internal', 'restricted', 'secret']

/** Joining risks is associative, commutative and idempotent, and never safer than any of them. */
export function risksFormALattice({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(risk, risk, risk, (a, b, c) => {
      const joined = joinRisk(a, b)
      return (
        same(joinRisk(joinRisk(a, b), c), joinRisk(a, joinRisk(b, c))) &&
        same(joined, joinRisk(b, a)) &&
        same(joinRisk(a, a), a) &&
        same(joinRisk(a), a) &&
        EFFECTS.indexOf(joined.effects) >= EFFECTS.indexOf(a.effects) &&
        LEVELS.indexOf(joined.dataSensitivity) >= LEVELS.indexOf(a.dataSensitivity) &&
        joined.idempotent <= a.idempotent &&
        joined.requiresApproval >= a.requiresApproval &&
        joined.externalNetwork >= a.externalNetwork &&
        joined.systemAccess >= a.systemAccess &&
        joined.untrustedOutput >= a.untrustedOutput
      )
    }),
    { numRuns: runs, seed },
  )
}

function same(a: unknown, b: unknown): boolean {
  return canonicalJson(a) === canonicalJson(b)
}

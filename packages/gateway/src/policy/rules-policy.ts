import { type Policy, type PolicyProblem, type RuleSet } from './policy.js'
import { checkGround, readPolicy, type Ground } from './read-policy.js'
import { type Limit, type PolicyDocument, type Rule } from './rule.js'

/** What stands beside the rules of a policy in code. */
export interface RulesOptions extends Ground, Omit<PolicyDocument, 'rules' | 'limits'> {
  readonly limits?: readonly Limit[] | undefined
}

/** A policy in code: these rules, and what holds always. What is wrong with them is thrown at once. */
export function rulesPolicy(rules: readonly Rule[], options: RulesOptions = {}): Policy {
  const { hard, templates, limits = [], ...rest } = options
  const ground = { hard, templates }
  checkGround(ground)
  const ruleSet = getRuleSet(
    { ...rest, ...(rules.length > 0 && { rules }), ...(limits.length > 0 && { limits }) },
    ground,
  )
  return {
    kind: 'code',
    current: () => ruleSet,
    read: (document) => readPolicy(document, ground, 0),
  }
}

/**
 * The policy that was made active in the database, in whatever process: every claim judges by the version that holds then.
 * Until there is one, everything is denied.
 */
export function storedPolicy(ground: Ground = {}): Policy {
  checkGround(ground)
  let known:
    | { readonly version: number; readonly text: string; readonly ruleSet: RuleSet }
    | undefined
  return {
    kind: 'stored',
    current({ version, text }) {
      if (text === undefined) throw new Error('no policy was made active yet')
      if (known?.version !== version || known.text !== text) {
        known = { version, text, ruleSet: getRuleSet(JSON.parse(text), ground, version) }
      }
      return known.ruleSet
    },
    read: (document) => readPolicy(document, ground, 0),
  }
}

function getRuleSet(document: unknown, ground: Ground, version = 0): RuleSet {
  const read = readPolicy(document, ground, version)
  if (read.kind === 'good') return read.ruleSet
  throw new PolicyError(read.problems)
}

/** A document that is no policy. */
export class PolicyError extends Error {
  override readonly name = 'PolicyError'
  readonly problems: readonly PolicyProblem[]

  constructor(problems: readonly PolicyProblem[]) {
    const [first] = problems
    super(
      `not a policy: ${first ? `${first.path.join('.')} ${first.message}` : 'it cannot be read'}`,
    )
    this.problems = problems
  }
}

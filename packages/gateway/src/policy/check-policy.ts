import { DATA_SENSITIVITIES, EFFECT_KINDS } from '@armorer/core'
import { LONGEST_WINDOW_MS } from '../policy-store.js'
import { also, flag, list, must, oneOf, table, text, whole, type Check } from './checks.js'
import { toMilliseconds } from './duration.js'
import { PatternError } from './parse-pattern.js'
import { compilePattern } from './pattern.js'
import { type ArgCondition, type Range, type Scalar, type Schedule } from './rule.js'
import { DAYS, isZone, toMinute } from './wall-clock.js'

const MOST_RULES = 10_000

const name: Check = text((said) =>
  said.slice(0, -1).includes('*') ? 'may have a * only at its end' : undefined,
)
const names = list(name)

const range = (fields: Readonly<Record<string, Check>> = {}): Check =>
  also(
    table(
      { ...fields, min: whole(0, Number.MAX_SAFE_INTEGER), max: whole(0, Number.MAX_SAFE_INTEGER) },
      Object.keys(fields),
    ),
    ({ min, max }: Range) => {
      if (min === undefined && max === undefined) return 'must say a min, a max, or both'
      return min !== undefined && max !== undefined && min > max
        ? 'has a min above its max'
        : undefined
    },
  )

const scalar = must(
  (value): value is Scalar =>
    value === null || /^(?:string|boolean)$/.test(typeof value) || Number.isFinite(value),
  'must be a text, a number, true, false or null',
)

const path: Check = text((said) => {
  const isGood = said.split('.').every((key) => key !== '' && !UNSAFE_KEYS.has(key))
  return isGood ? undefined : 'must be names with dots between them, such as media.*.type'
})
const UNSAFE_KEYS: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype'])

const pattern: Check = text((said) => {
  try {
    compilePattern(said)
    return undefined
  } catch (error) {
    if (error instanceof PatternError) return `is no pattern that can be used: it ${error.message}`
    throw error
  }
})

const arg: Check = also(
  table(
    {
      path,
      exists: flag,
      equals: scalar,
      in: list(scalar),
      matches: pattern,
      length: range(),
      count: range(),
      links: range(),
      mentions: range(),
    },
    ['path'],
  ),
  ({ path: _path, exists, ...tests }: ArgCondition) => {
    const tested = Object.keys(tests).length
    if (exists === undefined && tested === 0) return 'must say what has to be there'
    return exists === false && tested > 0 ? 'cannot ask more of what must not be there' : undefined
  },
)

const time: Check = text((said) =>
  Number.isNaN(toMinute(said)) ? 'must be a time of day, such as 07:30' : undefined,
)

const schedule: Check = also(
  table(
    {
      zone: text((said) =>
        isZone(said) ? undefined : 'must be a time zone of the IANA list, such as Europe/Berlin',
      ),
      from: time,
      until: time,
      days: list(oneOf(...DAYS)),
    },
    ['zone'],
  ),
  ({ from, until, days }: Schedule) => {
    if (from === undefined && until === undefined && !days) return 'must say a time or days'
    return from !== undefined && from === until
      ? 'ends when it begins, so it never holds'
      : undefined
  },
)

const risk: Check = table({
  effects: list(oneOf(...EFFECT_KINDS)),
  idempotent: flag,
  requiresApproval: flag,
  dataSensitivity: list(oneOf(...DATA_SENSITIVITIES)),
  externalNetwork: flag,
  systemAccess: flag,
  untrustedOutput: flag,
})

const conditions: Readonly<Record<string, Check>> = {
  operations: names,
  classes: list(oneOf('create', 'set', 'delete', 'local', 'spend')),
  tools: names,
  categories: names,
  modes: names,
  principals: list(oneOf('person', 'agent', 'loop')),
  accounts: names,
  tags: list(text()),
  labels: list(text()),
  risk,
  cost: range({ dimension: text() }),
  args: list(arg, 50),
  schedule,
}

/** The form of conditions by themselves. */
export const conditionsCheck: Check = table(conditions)

/** The form of one rule, whose priority lies in a band. */
export function ruleCheck(lowest: number, highest: number): Check {
  return table(
    {
      id: text(),
      action: oneOf('allow', 'require_approval', 'dry_run', 'deny'),
      priority: whole(lowest, highest),
      label: text(),
      reason: text(),
      enabled: flag,
      shadow: flag,
      repeat: flag,
      ...conditions,
    },
    ['id', 'action'],
  )
}

const counted = /^(?:operation|tool|category|mode|principal|args(?:\.[^.]+)+)$/

const limit: Check = table(
  {
    id: text(),
    dimension: text(),
    max: whole(0, Number.MAX_SAFE_INTEGER),
    per: text((said) => {
      const ms = toMilliseconds(said)
      return ms !== undefined && ms <= LONGEST_WINDOW_MS
        ? undefined
        : 'must be a time such as 30s, 15m, 1h or 1d, and at most 31d'
    }),
    by: list(
      text((said) =>
        counted.test(said)
          ? undefined
          : 'must be operation, tool, category, mode, principal or args.name',
      ),
      10,
    ),
    ...conditions,
  },
  ['dimension', 'max', 'per'],
)

export const limitsCheck: Check = list(limit)

/** The form of a document, whatever its parts mean together. */
export const documentCheck: Check = table({
  template: text(),
  rules: list(ruleCheck(200, 1_000_000), MOST_RULES),
  limits: limitsCheck,
  spend: list(
    table({ max: whole(0, Number.MAX_SAFE_INTEGER), per: oneOf('hour', 'day', 'month') }, [
      'max',
      'per',
    ]),
    3,
  ),
  blocked_tools: names,
  require_approval_for: names,
  approvals: table({
    four_eyes: flag,
    approvers: names,
    quorum: whole(1, 100),
    first_changes: whole(0, 100),
  }),
  dry_run_mutations: flag,
})

import { UNKNOWN_RISK, type Decision, type JsonValue } from '@armorer/core'
import {
  HARD_RULES,
  type ArgCondition,
  type Judged,
  type Range,
  type Rule,
} from '../../src/index.js'

/** What a rule says, one condition after the other and as plainly as can be: the engine must agree with it. */
export interface NaiveAnswer {
  readonly kind: Decision['kind']
  readonly rule: string
}

export interface NaiveRule extends Rule {
  readonly isHard: boolean
}

const KINDS = ['allow', 'ask', 'dry_run', 'deny'] as const
const STRENGTH = { allow: 0, require_approval: 1, dry_run: 2, deny: 3 } as const
const WEEK = ['sun', 'mon', 'tue', 'wed', 'thu', 'fri', 'sat']

/** The strictest of all rules that match; without one of the policy's own, nothing is allowed. */
export function judgeNaively(
  rules: readonly Rule[],
  hard: readonly Rule[],
  judged: Judged,
  at: number,
): NaiveAnswer {
  const all: NaiveRule[] = [
    ...rules.map((rule) => ({ ...rule, isHard: false })),
    ...[...HARD_RULES, ...hard].map((rule) => ({ ...rule, isHard: true })),
  ]
  const matching = all.filter(
    (rule) => rule.enabled !== false && rule.shadow !== true && matches(rule, judged, at),
  )
  const strongest = Math.max(-1, ...matching.map(({ action }) => STRENGTH[action]))
  if (strongest < 3 && matching.every(({ isHard }) => isHard)) {
    return { kind: 'deny', rule: 'default-deny' }
  }
  const [named] = matching
    .filter(({ action }) => STRENGTH[action] === strongest)
    .toSorted((a, b) => priorityOf(a) - priorityOf(b) || (a.id < b.id ? -1 : 1))
  return { kind: KINDS[strongest] ?? 'deny', rule: named?.id ?? 'default-deny' }
}

function priorityOf({ priority, isHard }: NaiveRule): number {
  return priority ?? (isHard ? 50 : 200)
}

/** Whether every condition of a rule holds. */
export function matches(rule: Rule, judged: Judged, at: number): boolean {
  const { operation, tool = operation, category = '', risk = UNKNOWN_RISK } = judged
  const named: Array<[readonly string[] | undefined, string]> = [
    [rule.operations, operation],
    [rule.classes, judged.class],
    [rule.tools, tool],
    [rule.categories, category],
    [rule.modes, judged.mode],
    [rule.principals, judged.principal.kind],
    [rule.accounts, judged.account],
  ]
  if (!named.every(([names, value]) => !names || names.some((name) => isNamed(name, value)))) {
    return false
  }
  if (rule.labels && !judged.labels.some((label) => rule.labels?.includes(label))) return false
  if (rule.tags && !judged.tags?.some((tag) => rule.tags?.includes(tag))) return false
  for (const [name, wanted] of Object.entries(rule.risk ?? {})) {
    const is: unknown = Reflect.get(risk, name)
    if (Array.isArray(wanted) ? !wanted.includes(is) : wanted !== is) return false
  }
  if (rule.cost) {
    const cost = judged.uses[rule.cost.dimension]
    if (cost === undefined ? rule.cost.max !== undefined : !isIn(rule.cost, cost)) return false
  }
  if (!(rule.args ?? []).every((arg) => holds(arg, judged.args))) return false
  return !rule.schedule || isNow(rule.schedule, at)
}

function isNamed(name: string, value: string): boolean {
  const escaped = name.replaceAll(/[.\\+?^$()[\]{}|]/g, '\\$&')
  return new RegExp(`^${escaped.replace('*', '.*')}$`, 'su').test(value)
}

function holds(arg: ArgCondition, args: JsonValue): boolean {
  let found: unknown[] = [args]
  for (const key of arg.path.split('.')) {
    found = found.flatMap((value) => {
      if (key === '*') return Array.isArray(value) ? value : []
      return typeof value === 'object' && value !== null && Object.hasOwn(value, key)
        ? [Reflect.get(value, key)]
        : []
    })
  }
  if (arg.exists === false) return found.length === 0
  return found.some((value) => {
    const text = typeof value === 'string' ? value : undefined
    const words = text?.split(/\s/) ?? []
    const marks: Array<[Range | undefined, number | undefined]> = [
      [arg.length, text === undefined ? text : Array.from(text).length],
      [arg.count, Array.isArray(value) ? value.length : undefined],
      [
        arg.links,
        text === undefined ? text : words.filter((word) => /:\/\/|\w\.[a-z]{2}/.test(word)).length,
      ],
      [arg.mentions, text === undefined ? text : words.filter((word) => /^@\w/.test(word)).length],
    ]
    return (
      (arg.equals === undefined || value === arg.equals) &&
      (arg.in === undefined || arg.in.includes(value as string)) &&
      (arg.matches === undefined || (text !== undefined && toRegExp(arg.matches).test(text))) &&
      marks.every(([range, size]) => !range || (size !== undefined && isIn(range, size)))
    )
  })
}

function toRegExp(source: string): RegExp {
  return source.startsWith('(?i)') ? new RegExp(source.slice(4), 'iu') : new RegExp(source, 'u')
}

function isIn({ min, max }: Range, value: number): boolean {
  return (min === undefined || value >= min) && (max === undefined || value <= max)
}

function isNow({ zone, from, until, days }: NonNullable<Rule['schedule']>, at: number): boolean {
  // Sweden writes dates as ISO does, so a wall clock can be read as if it were UTC.
  const wall = new Date(
    `${new Date(at).toLocaleString('sv-SE', { timeZone: zone })}Z`.replace(' ', 'T'),
  )
  const time = wall.toISOString().slice(11, 16)
  const isDay = (shift: number) =>
    !days || days.some((day) => day === WEEK[(wall.getUTCDay() + 7 - shift) % 7])
  const [begin, end] = [from ?? '00:00', until ?? '24:00']
  if (begin < end) return isDay(0) && time >= begin && time < end
  return time >= begin ? isDay(0) : time < end && isDay(1)
}

import { UNKNOWN_RISK, type JsonValue } from '@armorer/core'
import { compilePattern } from './pattern.js'
import { type Judged } from './policy.js'
import { type ArgCondition, type Conditions, type Range, type RiskCondition } from './rule.js'
import { countLinks, countMentions } from './text-marks.js'
import { compileSchedule } from './wall-clock.js'

/** Whether a request at a moment fulfils what no index can tell. */
export type Holds = (judged: Judged, at: number) => boolean

/** The conditions that must be looked at one by one; `undefined` where there are none. */
export function compileConditions(conditions: Conditions): Holds | undefined {
  const { classes, labels, tags, risk, cost, args, schedule } = conditions
  const all: Holds[] = []
  if (classes) all.push((judged) => classes.includes(judged.class))
  if (labels) all.push((judged) => judged.labels.some((label) => labels.includes(label)))
  if (tags) all.push((judged) => tags.some((tag) => judged.tags?.includes(tag)))
  if (risk) all.push(holdsForRisk(risk))
  // What is not known may be anything, so it is taken for more than whatever is said.
  if (cost) all.push(({ uses }) => isWithin(cost, uses[cost.dimension] ?? Infinity))
  for (const arg of args ?? []) all.push(holdsForArg(arg))
  if (schedule) {
    const isNow = compileSchedule(schedule)
    all.push((_judged, at) => isNow(at))
  }
  const [only] = all
  if (all.length < 2) return only
  return (judged, at) => all.every((holds) => holds(judged, at))
}

function holdsForRisk({ effects, dataSensitivity, ...flags }: RiskCondition): Holds {
  const said = Object.entries(flags)
  return ({ risk = UNKNOWN_RISK }) =>
    (!effects || effects.includes(risk.effects)) &&
    (!dataSensitivity || dataSensitivity.includes(risk.dataSensitivity)) &&
    said.every(([name, flag]) => Reflect.get(risk, name) === flag)
}

function holdsForArg({ path, exists, ...tests }: ArgCondition): Holds {
  const keys = path.split('.')
  const passes = compileTests(tests)
  return ({ args }) => {
    const values = valuesAt(args, keys)
    if (exists === false) return values.length === 0
    return values.some(passes)
  }
}

function compileTests(tests: Omit<ArgCondition, 'path' | 'exists'>): (value: JsonValue) => boolean {
  const { equals, in: choices, matches, length, count, links, mentions } = tests
  const all: Array<(value: JsonValue) => boolean> = []
  const ofText = (test: (text: string) => boolean) =>
    all.push((value) => typeof value === 'string' && test(value))
  if (equals !== undefined) all.push((value) => value === equals)
  if (choices) all.push((value) => choices.some((choice) => choice === value))
  if (matches !== undefined) ofText(compilePattern(matches))
  if (length) ofText((text) => isWithin(length, Array.from(text).length))
  if (count) all.push((value) => Array.isArray(value) && isWithin(count, value.length))
  if (links) ofText((text) => isWithin(links, countLinks(text)))
  if (mentions) ofText((text) => isWithin(mentions, countMentions(text)))
  return (value) => all.every((test) => test(value))
}

/** What lies at a path; `*` is every entry of a list. */
export function valuesAt(value: JsonValue, keys: readonly string[]): readonly JsonValue[] {
  const [key, ...rest] = keys
  if (key === undefined) return [value]
  if (typeof value !== 'object' || value === null) return []
  if (key === '*') return Array.isArray(value) ? value.flatMap((item) => valuesAt(item, rest)) : []
  const inner = Object.entries(value).find(([name]) => name === key)
  return inner ? valuesAt(inner[1], rest) : []
}

function isWithin({ min = 0, max = Infinity }: Range, value: number): boolean {
  return value >= min && value <= max
}

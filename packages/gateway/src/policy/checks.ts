import { type PolicyProblem } from './policy.js'

type Path = PolicyProblem['path']

/** Says what is wrong with a value; nothing, if nothing is. */
export type Check = (value: unknown, path: Path) => readonly PolicyProblem[]

/** A check of one value by itself. */
export function must<Value>(isGood: (value: unknown) => value is Value, message: string): Check {
  return (value, path) => (isGood(value) ? [] : [{ path, message }])
}

/** A text of which a sentence says what is wrong, if something is. */
export function text(problemWith: (text: string) => string | undefined = () => undefined): Check {
  return (value, path) => {
    const problem = isName(value) ? problemWith(value) : NAME
    return problem === undefined ? [] : [{ path, message: problem }]
  }
}

export const flag: Check = must((value) => typeof value === 'boolean', 'must be true or false')

export function oneOf(...choices: readonly string[]): Check {
  return must(
    (value): value is string => typeof value === 'string' && choices.includes(value),
    `must be one of ${choices.join(', ')}`,
  )
}

export function whole(min: number, max: number): Check {
  return must(
    (value): value is number =>
      typeof value === 'number' && Number.isSafeInteger(value) && value >= min && value <= max,
    `must be a whole number from ${min} to ${max}`,
  )
}

/** A list that says something: an empty one could mean everything or nothing. */
export function list(check: Check, most = 1_000): Check {
  return (value, path) => {
    if (!Array.isArray(value)) return [{ path, message: 'must be a list' }]
    if (value.length === 0) return [{ path, message: 'must not be empty; leave it out instead' }]
    if (value.length > most) return [{ path, message: `must have at most ${most} entries` }]
    return value.flatMap((item, index) => check(item, [...path, index]))
  }
}

/** A table of exactly these fields; `required` ones must be there. */
export function table(
  fields: Readonly<Record<string, Check>>,
  required: readonly string[] = [],
): Check {
  return (value, path) => {
    if (!isTable(value)) return [{ path, message: 'must be a table of settings' }]
    const missing = required.filter((name) => !Object.hasOwn(value, name))
    return [
      ...missing.map((name) => ({ path, message: `must say its ${name}` })),
      ...Object.entries(value).flatMap(([name, field]) => {
        const check = Object.hasOwn(fields, name) ? fields[name] : undefined
        return check ? check(field, [...path, name]) : [unknownField([...path, name], fields)]
      }),
    ]
  }
}

/** What is wrong only once its parts are right. */
export function also<Value>(
  check: Check,
  problemWith: (value: Value) => string | undefined,
): Check {
  return (value, path) => {
    const problems = check(value, path)
    if (problems.length > 0) return problems
    // The check before has found it to be one.
    const message = problemWith(value as Value)
    return message === undefined ? [] : [{ path, message }]
  }
}

const NAME = 'must be a text of 1 to 300 characters, without control characters'
/** Control characters, and halves of characters. */
const UNFIT = /[\p{Cc}\p{Surrogate}]/u

function isName(value: unknown): value is string {
  return typeof value === 'string' && value !== '' && value.length <= 300 && !UNFIT.test(value)
}

function isTable(value: unknown): value is object {
  if (typeof value !== 'object' || value === null) return false
  const prototype: unknown = Object.getPrototypeOf(value)
  return prototype === Object.prototype || prototype === null
}

function unknownField(path: Path, fields: object): PolicyProblem {
  return {
    path,
    message: `is not known here; what can be said is ${Object.keys(fields).join(', ')}`,
  }
}

import { zValidator } from '@hono/zod-validator'
import { type ValidationTargets } from 'hono'
import { type z } from 'zod'
import { Problem } from './problem.js'

/** Checks one part of a request, and says what was expected. What was sent is not repeated in the answer. */
export function validate<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return zValidator(target, schema, (result) => {
    if (result.success) return
    const [issue] = result.error.issues
    const field = issue?.path.join('.') ?? ''
    const where = field === '' ? `the ${NAMES[target] ?? target}` : field
    throw new Problem('bad_request', `${where} ${issue ? sayExpected(issue) : WRONG}`)
  })
}

const NAMES: Partial<Record<keyof ValidationTargets, string>> = { json: 'body', param: 'address' }

const WRONG = 'is not what was expected here'

type Issue = z.core.$ZodIssue

/** Our own words: those of the library may name what was sent. */
function sayExpected(issue: Issue): string {
  switch (issue.code) {
    case 'invalid_type':
      return `must be ${KINDS[issue.expected] ?? issue.expected}`
    case 'invalid_value':
      return `must be ${issue.values.map(String).join(' or ')}`
    case 'invalid_format':
      return issue.format === 'uuid' ? 'must be a UUID' : issue.message
    case 'too_big':
      return `must be at most ${issue.maximum}${UNITS[issue.origin] ?? ''}`
    case 'too_small': {
      const least = issue.inclusive === false ? 'more than' : 'at least'
      return `must be ${least} ${issue.minimum}${UNITS[issue.origin] ?? ''}`
    }
    case 'unrecognized_keys':
      return 'holds a field that is not known here'
    default:
      return WRONG
  }
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'a text',
  number: 'a number',
  int: 'a whole number',
  boolean: 'true or false',
  array: 'a list',
  object: 'an object',
}

const UNITS: Readonly<Record<string, string>> = { string: ' letters long', array: ' entries long' }

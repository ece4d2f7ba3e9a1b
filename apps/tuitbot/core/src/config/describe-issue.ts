import { type z } from 'zod'
import { findNearestName } from './nearest-name.js'

/**
 * What a value must be, in the words of who writes the file. Of what was written nothing is repeated but numbers that
 * a number was asked for: the rest may be a secret in the wrong place.
 */
export function describeIssue(issue: z.core.$ZodRawIssue): string | undefined {
  switch (issue.code) {
    case 'invalid_type':
      return issue.expected === 'int'
        ? `must be a whole number, not ${String(issue.input)}`
        : `must be ${nounFor(issue.expected)}, not ${nounOf(issue.input)}`
    case 'too_small':
      return issue.origin === 'number'
        ? `must be at least ${issue.minimum}, not ${String(issue.input)}`
        : 'must not be empty'
    case 'too_big':
      return issue.origin === 'number'
        ? `must be at most ${issue.maximum}, not ${String(issue.input)}`
        : `must have at most ${issue.maximum} ${issue.origin === 'array' ? 'entries' : 'letters'}`
    case 'invalid_value':
      return describeChoice(issue.values.map(String), issue.input)
    default:
      return undefined
  }
}

function describeChoice(choices: readonly string[], input: unknown): string {
  const nearest = typeof input === 'string' ? findNearestName(input, choices) : undefined
  const hint = nearest === undefined ? '' : `; did you mean ${nearest}?`
  return `must be ${choices.join(', ').replace(/, ([^,]*)$/, ' or $1')}${hint}`
}

const NOUNS: Readonly<Record<string, string>> = {
  string: 'text in quotes',
  number: 'a number',
  boolean: 'true or false',
  array: 'a list',
}

function nounFor(expected: string): string {
  return NOUNS[expected] ?? expected
}

function nounOf(input: unknown): string {
  if (Array.isArray(input)) return 'a list'
  if (input instanceof Date) return 'a date'
  if (typeof input === 'object') return 'a table'
  return KINDS[typeof input] ?? 'this'
}

const KINDS: Readonly<Record<string, string>> = {
  string: 'text',
  number: 'a number',
  boolean: 'true or false',
}

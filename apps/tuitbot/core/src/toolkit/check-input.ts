import { invalidInput } from './errors.js'

/** An id of X's: digits, kept as text. */
export function checkId(field: string, value: string): string {
  if (value === '') throw invalidInput(field, `${field} must not be empty`)
  if (!/^[0-9]{1,19}$/.test(value)) throw invalidInput(field, `${field} must be an id of digits`)
  return value
}

export function checkIds(field: string, values: readonly string[]): readonly string[] {
  if (values.length === 0 || values.length > 100) {
    throw invalidInput(field, `${field} must be 1 to 100 ids`)
  }
  for (const value of values) checkId(field, value)
  return values
}

export function checkFilled(field: string, value: string): string {
  if (value.trim() === '') throw invalidInput(field, `${field} must not be empty`)
  return value
}

export function checkRange(field: string, value: number, [least, most]: [number, number]): number {
  if (Number.isInteger(value) && value >= least && value <= most) return value
  throw invalidInput(field, `${field} must be a whole number from ${least} to ${most}`)
}

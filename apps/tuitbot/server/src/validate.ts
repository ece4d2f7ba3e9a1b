import { zValidator } from '@hono/zod-validator'
import { type ValidationTargets } from 'hono'
import { type z } from 'zod'
import { Problem } from './problem.js'

/** Checks one part of a request. What was sent is not repeated in the answer. */
export function validate<Target extends keyof ValidationTargets, Schema extends z.ZodType>(
  target: Target,
  schema: Schema,
) {
  return zValidator(target, schema, (result) => {
    if (result.success) return
    const [issue] = result.error.issues
    const field = issue?.path.join('.') ?? ''
    const where = field === '' ? `the ${NAMES[target] ?? target}` : field
    throw new Problem('bad_request', `${where} is not what was expected here`)
  })
}

const NAMES: Partial<Record<keyof ValidationTargets, string>> = { json: 'body', param: 'address' }

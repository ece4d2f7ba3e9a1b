import { type AnswerFailure } from '../run/model-answer.js'
import { readField, readText } from './wire-fields.js'

/**
 * What a body or an event says went wrong, under `error`: a text, or an object with a message. `statuses` are the provider's own
 * names for what HTTP has numbers for.
 */
export function readFailure(
  body: unknown,
  statuses: ReadonlyMap<unknown, number>,
): AnswerFailure | undefined {
  const error = readField(body, 'error')
  if (typeof error === 'string' && error !== '') return { message: error }
  const message = readText(error, 'message')
  if (message === undefined) return undefined
  const code = readField(error, 'code')
  const status =
    typeof code === 'number' ? code : (statuses.get(code) ?? statuses.get(readField(error, 'type')))
  return { message, ...(status !== undefined && { status }) }
}

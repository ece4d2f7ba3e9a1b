import { type Ask, type JsonObject } from '@armorer/core'
import { type JsonSchemaValidator } from '@armorer/runtime'
import { inputResponse } from '@modelcontextprotocol/server'
import { keyOfAsk } from './answers.js'
import { formOf } from './to-form.js'

/** What came back for the questions of a form. */
export type ReadAnswers =
  | { readonly kind: 'answered'; readonly answers: ReadonlyArray<readonly [string, JsonObject]> }
  /** Something is missing, or is no answer to its question. */
  | { readonly kind: 'incomplete' }
  | { readonly kind: 'declined'; readonly ask: Ask }
  /** Closed without a word: nothing is decided. */
  | { readonly kind: 'dismissed' }

/** By which a question is known in a form, and its answer in what comes back. */
export function nameOfAsk(ask: Ask, index: number): string {
  return ask.rule !== undefined && /^[\w-]{1,64}$/.test(ask.rule) ? ask.rule : `ask_${index + 1}`
}

/** Reads what a client says its person answered. Names that nobody asked for are left aside. */
export function readAnswers(
  asks: readonly Ask[],
  responses: Record<string, unknown> | undefined,
  validator: JsonSchemaValidator,
): ReadAnswers {
  const answers: Array<readonly [string, JsonObject]> = []
  let isIncomplete = false
  for (const [index, ask] of asks.entries()) {
    const response = inputResponse(responses, nameOfAsk(ask, index))
    if (response.kind !== 'elicit') {
      isIncomplete = true
      continue
    }
    if (response.action === 'decline') return { kind: 'declined', ask }
    if (response.action === 'cancel') return { kind: 'dismissed' }
    const answer = checked(ask, response.content, validator)
    if (answer && isRefusal(ask, answer)) return { kind: 'declined', ask }
    if (answer) answers.push([keyOfAsk(ask), answer])
    else isIncomplete = true
  }
  return isIncomplete ? { kind: 'incomplete' } : { kind: 'answered', answers }
}

function isRefusal(ask: Ask, answer: JsonObject): boolean {
  return ask.for === 'approval' && answer['approve'] !== true
}

function checked(
  ask: Ask,
  content: unknown,
  validator: JsonSchemaValidator,
): JsonObject | undefined {
  const schema = formOf(ask)
  if (!schema) return undefined
  const result = validator(JSON.parse(JSON.stringify(schema)))(content)
  // A validator of JSON Schemas answers at once, and a form's schema is one of objects.
  return 'value' in result ? (result.value as JsonObject) : undefined
}

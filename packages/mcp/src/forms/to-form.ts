import { showUnseen, type Ask, type JsonSchema } from '@armorer/core'
import { inputRequired, type InputRequest } from '@modelcontextprotocol/server'

/** The fields of a form, as MCP writes them. */
type FormSchema = Extract<
  Parameters<typeof inputRequired.elicit>[0]['requestedSchema'],
  { readonly type: 'object' }
>

const APPROVAL: FormSchema = {
  type: 'object',
  properties: { approve: { type: 'boolean', title: 'Approve' } },
  required: ['approve'],
}

/** The fields by which a question is answered; `undefined` where MCP has no form for it. */
export function formOf(ask: Ask): FormSchema | undefined {
  if (ask.for === 'approval') return APPROVAL
  return isFlat(ask.schema) ? ask.schema : undefined
}

/** A question as a client shows it; `undefined` for an approval of what cannot be shown. */
export function toForm(
  ask: Ask,
  schema: FormSchema,
  about: string | undefined,
): InputRequest | undefined {
  const message = showUnseen(ask.message)
  if (ask.for !== 'approval') return inputRequired.elicit({ message, requestedSchema: schema })
  if (about === undefined) return undefined
  return inputRequired.elicit({ message: `${message}\n\n${about}`, requestedSchema: schema })
}

const FIELD_TYPES = new Set(['string', 'number', 'integer', 'boolean'])

/** MCP's forms are flat: texts, numbers, yes or no, and choices. What this lets through is such a schema. */
function isFlat(schema: JsonSchema): schema is FormSchema & JsonSchema {
  if (typeof schema !== 'object' || Reflect.get(schema, 'type') !== 'object') return false
  const fields: unknown = Reflect.get(schema, 'properties')
  if (typeof fields !== 'object' || fields === null) return false
  return Object.values(fields).every(isField)
}

function isField(field: unknown): boolean {
  if (typeof field !== 'object' || field === null) return false
  const type: unknown = Reflect.get(field, 'type')
  if (type === 'array') return isChoice(Reflect.get(field, 'items'))
  return typeof type === 'string' && FIELD_TYPES.has(type)
}

function isChoice(items: unknown): boolean {
  if (typeof items !== 'object' || items === null) return false
  return Array.isArray(Reflect.get(items, 'enum')) || Array.isArray(Reflect.get(items, 'anyOf'))
}

import { type JsonObject, type JsonValue, type Part, type ToolCallPart } from '@armorer/core'
import { blankFields, fillRest, isJsonObject, readText } from '@armorer/core/adapter'
import { hasKeys } from './has-keys.js'

/**
 * The calls of an assistant message, and what is left of their list: `null` where a call was taken out, and
 * `{ kept }` around an entry of which nothing was understood.
 */
export function readToolCalls(list: readonly JsonValue[]): {
  readonly parts: readonly ToolCallPart[]
  readonly marks: readonly JsonValue[]
} {
  const parts: ToolCallPart[] = []
  const marks = list.map((entry): JsonValue => {
    const part = isJsonObject(entry) ? readCall(entry) : undefined
    if (!part) return { kept: entry }
    parts.push(part)
    return null
  })
  return { parts, marks }
}

/** The list again: calls in the places that the marks say, and those that have no place at its end. */
export function writeToolCalls(
  parts: readonly Part[],
  marks: JsonValue | undefined,
): readonly JsonValue[] {
  const calls = parts.filter((part) => part.kind === 'tool_call')
  if (!Array.isArray(marks)) return calls.map(writeCall)
  const left = [...calls]
  const placed = (marks as readonly JsonValue[]).flatMap((mark): readonly JsonValue[] => {
    if (isJsonObject(mark) && 'kept' in mark) return [mark['kept'] ?? null]
    const call = left.shift()
    return call ? [writeCall(call)] : []
  })
  return [...placed, ...left.map(writeCall)]
}

/** Where a call keeps its name and its text: functions take JSON, custom tools whatever their grammar says. */
const PLACES = [
  ['function', 'arguments'],
  ['custom', 'input'],
] as const

function readCall(entry: JsonObject): ToolCallPart | undefined {
  const callId = readText(entry, 'id')
  const place = PLACES.find(([field]) => entry['type'] === field)
  if (callId === undefined || !place) return undefined
  const [field, at] = place
  const inner = entry[field]
  const name = readText(inner, 'name')
  const text = readText(inner, at)
  if (name === undefined || text === undefined || !isJsonObject(inner)) return undefined
  const part = { kind: 'tool_call', callId, name, arguments: text } as const
  // As it is written anyway.
  if (hasKeys(entry, CALL_KEYS) && hasKeys(inner, FUNCTION_KEYS)) return part
  const blanked = blankFields(inner, { name: null, [at]: null })
  return { ...part, rest: blankFields(entry, { id: null, [field]: blanked }) }
}

const CALL_KEYS = ['id', 'type', 'function']
const FUNCTION_KEYS = ['name', 'arguments']

function writeCall({ callId, name, arguments: text, rest }: ToolCallPart): JsonObject {
  if (!isJsonObject(rest))
    return { id: callId, type: 'function', function: { name, arguments: text } }
  const [field, at] = PLACES.find(([one]) => isJsonObject(rest[one])) ?? PLACES[0]
  const inner = rest[field]
  const filled = fillRest(isJsonObject(inner) ? inner : {}, { name, [at]: text })
  return fillRest(rest, { id: callId, [field]: filled })
}

import { type JsonObject, type JsonValue, type MediaPart, type Part } from '@armorer/core'
import {
  blankFields,
  fillRest,
  isJsonObject,
  keptRest,
  readField,
  readText,
} from '@armorer/core/adapter'
import { NO_ID } from './read-answer.js'

const USUAL = {
  text: JSON.stringify({ text: null }),
  thought: JSON.stringify({ text: null, thought: true }),
  inline: JSON.stringify({ inlineData: null }),
  file: JSON.stringify({ fileData: null }),
  call: JSON.stringify({ functionCall: { id: null, name: null, args: null } }),
  response: JSON.stringify({ functionResponse: { id: null, name: null, response: 'output' } }),
} as const

/** One part of a turn. */
export function readPart(value: JsonValue): Part {
  return (isJsonObject(value) ? readObject(value) : undefined) ?? { kind: 'opaque', value }
}

export function writePart(part: Part): JsonValue {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return fillRest(restOf(part.rest, USUAL.text), { text: part.text })
    case 'reasoning':
      return fillRest(restOf(part.rest, USUAL.thought), {
        text: part.text,
        thoughtSignature: part.seal,
      })
    case 'media':
      return part.data === undefined
        ? fillRest(restOf(part.rest, USUAL.file), { fileData: writeFile(part) })
        : fillRest(restOf(part.rest, USUAL.inline), { inlineData: writeInline(part) })
    case 'tool_call': {
      const rest = restOf(part.rest, USUAL.call)
      const { inner, id } = idFor(part, rest['functionCall'])
      return fillRest(rest, {
        functionCall: fillRest(inner, {
          id,
          name: part.name,
          args: part.arguments === '' ? undefined : parseArguments(part.arguments),
        }),
      })
    }
    case 'tool_output': {
      const rest = restOf(part.rest, USUAL.response)
      const { inner, id } = idFor(part, rest['functionResponse'])
      return fillRest(rest, {
        functionResponse: fillRest(inner, {
          id,
          name: part.name,
          response: writeResponse(part, inner['response']),
        }),
      })
    }
    case 'opaque':
      return part.value
  }
}

function readObject(value: JsonObject): Part | undefined {
  if (isJsonObject(value['functionCall'])) return readCall(value, value['functionCall'])
  if (isJsonObject(value['functionResponse'])) return readOutput(value, value['functionResponse'])
  const text = readText(value, 'text')
  if (text !== undefined) return readSaid(value, text)
  const inline = value['inlineData']
  const mediaType = readText(inline, 'mimeType')
  const data = readText(inline, 'data')
  if (mediaType !== undefined && data !== undefined) {
    const part: MediaPart = { kind: 'media', mediaType, data }
    if (!isSame(writeInline(part), inline)) return undefined
    return { ...part, ...keptRest(value, { inlineData: null }, USUAL.inline) }
  }
  const file = value['fileData']
  const url = readText(file, 'fileUri')
  const type = readText(file, 'mimeType')
  if (url === undefined || type === undefined) return undefined
  const part: MediaPart = { kind: 'media', url, mediaType: type }
  if (!isSame(writeFile(part), file)) return undefined
  return { ...part, ...keptRest(value, { fileData: null }, USUAL.file) }
}

function readSaid(value: JsonObject, text: string): Part {
  if (value['thought'] !== true) {
    return { kind: 'text', text, ...keptRest(value, { text: null }, USUAL.text) }
  }
  const seal = readText(value, 'thoughtSignature')
  const marks = { text: null, ...(seal !== undefined && { thoughtSignature: null }) }
  return {
    kind: 'reasoning',
    text,
    ...(seal !== undefined && { seal }),
    ...keptRest(value, marks, USUAL.thought),
  }
}

function readCall(value: JsonObject, inner: JsonObject): Part | undefined {
  const name = readText(inner, 'name')
  if (name === undefined) return undefined
  const callId = readText(inner, 'id') ?? ''
  const args = readField(inner, 'args')
  const marks = {
    ...(!isNone(callId) && { id: null }),
    name: null,
    ...(args !== undefined && { args: null }),
  }
  const rest = { functionCall: blankFields(inner, marks) }
  return {
    kind: 'tool_call',
    callId,
    name,
    arguments: args === undefined ? '' : JSON.stringify(args),
    ...keptRest(value, rest, isNone(callId) ? '' : USUAL.call),
  }
}

function readOutput(value: JsonObject, inner: JsonObject): Part | undefined {
  const name = readText(inner, 'name')
  const response = inner['response']
  if (name === undefined || !isJsonObject(response)) return undefined
  const callId = readText(inner, 'id') ?? ''
  const { text, mark } = readResponse(response)
  const marks = { ...(!isNone(callId) && { id: null }), name: null, response: mark }
  const rest = { functionResponse: blankFields(inner, marks) }
  return {
    kind: 'tool_output',
    callId,
    name,
    parts: [{ kind: 'text', text }],
    ...(mark === 'error' && { isError: true }),
    ...keptRest(value, rest, isNone(callId) ? '' : USUAL.response),
  }
}

/** A response that is one text under one of the two usual names is that text; any other is its own JSON. */
function readResponse(response: JsonObject): { text: string; mark: 'output' | 'error' | 'json' } {
  const [entry, ...others] = Object.entries(response)
  const [key, said] = entry ?? []
  const isUsual = others.length === 0 && (key === 'output' || key === 'error')
  if (isUsual && typeof said === 'string') return { text: said, mark: key }
  return { text: JSON.stringify(response), mark: 'json' }
}

function writeResponse(
  part: Part & { kind: 'tool_output' },
  mark: JsonValue | undefined,
): JsonObject {
  const text = part.parts
    .map((inner) => (inner.kind === 'text' ? inner.text : ''))
    .filter((said) => said !== '')
    .join('\n')
  const parsed = mark === 'json' ? parseArguments(text) : undefined
  if (isJsonObject(parsed)) return parsed
  return part.isError === true ? { error: text } : { output: text }
}

/** Whether Gemini gave no id. One of its own that looks so is left in the rest. */
function isNone(callId: string): boolean {
  return callId === '' || callId.startsWith(NO_ID)
}

/** The usual form has an id; a call for which Gemini gave none, and its response, do without. */
function idFor({ callId, rest }: { callId: string; rest?: JsonValue }, blank?: JsonValue) {
  const inner = isJsonObject(blank) ? blank : {}
  if (!isNone(callId)) return { inner, id: callId }
  if (rest !== undefined) return { inner }
  const { id: _, ...others } = inner
  return { inner: others }
}

function writeInline({ mediaType, data }: Omit<MediaPart, 'kind'>): JsonObject {
  return { mimeType: mediaType ?? 'application/octet-stream', data: data ?? '' }
}

function writeFile({ mediaType, url }: Omit<MediaPart, 'kind'>): JsonObject {
  return { mimeType: mediaType ?? 'application/octet-stream', fileUri: url ?? '' }
}

/** What arguments say; `undefined` for text that is no JSON. */
export function parseArguments(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function isSame(a: JsonValue, b: JsonValue | undefined): boolean {
  return JSON.stringify(a) === JSON.stringify(b)
}

function restOf(rest: JsonValue | undefined, usual: string): JsonObject {
  return isJsonObject(rest) ? rest : (JSON.parse(usual) as JsonObject)
}

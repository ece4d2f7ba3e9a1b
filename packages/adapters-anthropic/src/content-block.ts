import { type JsonObject, type JsonValue, type MediaPart, type Part } from '@armorer/core'
import {
  fillRest,
  isJsonObject,
  keptRest,
  readContent,
  readField,
  readText,
  writeContent,
} from '@armorer/core/adapter'

const USUAL = {
  text: JSON.stringify({ type: 'text', text: null }),
  thinking: JSON.stringify({ type: 'thinking', thinking: null, signature: null }),
  image: JSON.stringify({ type: 'image', source: null }),
  tool_use: JSON.stringify({ type: 'tool_use', id: null, name: null, input: null }),
  tool_result: JSON.stringify({ type: 'tool_result', tool_use_id: null, content: 'text' }),
} as const

/** One block of a message, or of what a tool gave. */
export function readBlock(value: JsonValue): Part {
  return (isJsonObject(value) ? readObject(value) : undefined) ?? { kind: 'opaque', value }
}

export function writeBlock(part: Part): JsonValue {
  switch (part.kind) {
    case 'text':
    case 'refusal':
      return fillRest(restOf(part.rest, USUAL.text), { text: part.text })
    case 'reasoning': {
      const rest = restOf(part.rest, USUAL.thinking)
      const isRedacted = rest['type'] === 'redacted_thinking'
      return isRedacted
        ? fillRest(rest, { data: part.seal })
        : fillRest(rest, { thinking: part.text, signature: part.seal })
    }
    case 'media':
      return fillRest(restOf(part.rest, USUAL.image), { source: writeSource(part) })
    case 'tool_call':
      return fillRest(restOf(part.rest, USUAL.tool_use), {
        id: part.callId,
        name: part.name,
        input: parseInput(part.arguments),
      })
    case 'tool_output': {
      const usual = part.parts.length === 1 && part.parts[0]?.kind === 'text' ? 'text' : 'parts'
      const rest = restOf(part.rest, USUAL.tool_result, { content: usual })
      return fillRest(rest, {
        tool_use_id: part.callId,
        content: writeContent(rest['content'], part.parts, writeBlock),
        is_error: part.isError,
      })
    }
    case 'opaque':
      return part.value
  }
}

/** A medium that Anthropic takes as a document: without a word on it, one is an image. */
export function toDocument(part: MediaPart): MediaPart {
  return { ...part, rest: { type: 'document', source: null } }
}

/** What arguments say; `undefined` for text that is no JSON. */
export function parseInput(text: string): JsonValue | undefined {
  try {
    return JSON.parse(text) as JsonValue
  } catch {
    return undefined
  }
}

function readObject(value: JsonObject): Part | undefined {
  switch (value['type']) {
    case 'text': {
      const text = readText(value, 'text')
      if (text === undefined) return undefined
      return { kind: 'text', text, ...keptRest(value, { text: null }, USUAL.text) }
    }
    case 'thinking': {
      const text = readText(value, 'thinking')
      const seal = readText(value, 'signature')
      if (text === undefined || seal === undefined) return undefined
      const kept = keptRest(value, { thinking: null, signature: null }, USUAL.thinking)
      return { kind: 'reasoning', text, seal, ...kept }
    }
    case 'redacted_thinking': {
      const seal = readText(value, 'data')
      if (seal === undefined) return undefined
      return { kind: 'reasoning', text: '', seal, ...keptRest(value, { data: null }, '') }
    }
    case 'image':
    case 'document':
      return readMedia(value)
    case 'tool_use':
      return readCall(value)
    case 'tool_result':
      return readOutput(value)
    default:
      return undefined
  }
}

function readCall(value: JsonObject): Part | undefined {
  const callId = readText(value, 'id')
  const name = readText(value, 'name')
  if (callId === undefined || name === undefined || !Object.hasOwn(value, 'input')) return undefined
  const kept = keptRest(value, { id: null, name: null, input: null }, USUAL.tool_use)
  return { kind: 'tool_call', callId, name, arguments: JSON.stringify(value['input']), ...kept }
}

function readOutput(value: JsonObject): Part | undefined {
  const callId = readText(value, 'tool_use_id')
  if (callId === undefined) return undefined
  const content = readContent(value['content'], readBlock)
  const isError = readField(value, 'is_error')
  const marks = {
    tool_use_id: null,
    ...(content && { content: content.mark }),
    ...(typeof isError === 'boolean' && { is_error: null }),
  }
  return {
    kind: 'tool_output',
    callId,
    parts: content?.parts ?? [],
    ...(typeof isError === 'boolean' && { isError }),
    ...keptRest(value, marks, USUAL.tool_result),
  }
}

/** A medium whose source says nothing but where its bytes are; any other is kept as it is. */
function readMedia(value: JsonObject): Part | undefined {
  const source = value['source']
  const url = readText(source, 'url')
  const data = readText(source, 'data')
  const mediaType = readText(source, 'media_type')
  const part =
    url === undefined
      ? data !== undefined &&
        mediaType !== undefined &&
        ({ kind: 'media', mediaType, data } as const)
      : ({ kind: 'media', url } as const)
  if (!part || JSON.stringify(writeSource(part)) !== JSON.stringify(source)) return undefined
  return { ...part, ...keptRest(value, { source: null }, USUAL.image) }
}

function writeSource({ mediaType, url, data }: Omit<Part & { kind: 'media' }, 'kind'>): JsonObject {
  if (data === undefined) return { type: 'url', url: url ?? '' }
  return { type: 'base64', media_type: mediaType ?? 'image/png', data }
}

function restOf(rest: JsonValue | undefined, usual: string, change: JsonObject = {}): JsonObject {
  return isJsonObject(rest) ? rest : { ...(JSON.parse(usual) as JsonObject), ...change }
}

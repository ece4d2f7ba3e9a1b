import { type JsonObject, type JsonValue, type Part } from '@armorer/core'
import {
  fillRest,
  isJsonObject,
  keptRest,
  mediaUrl,
  readMediaUrl,
  readText,
} from '@armorer/core/adapter'

/** One part of a message's content, or of what a tool gave. */
export function readContentPart(value: JsonValue, role: string): Part {
  return (isJsonObject(value) ? readObject(value, role) : undefined) ?? { kind: 'opaque', value }
}

export function writeContentPart(part: Part, role: string): JsonValue {
  switch (part.kind) {
    case 'text':
      return fillRest(restOf(part.rest, usualText(role)), { text: part.text })
    case 'refusal':
      return fillRest(restOf(part.rest, USUAL_REFUSAL), { refusal: part.text })
    case 'media': {
      const isImage = part.mediaType === undefined || part.mediaType.startsWith('image/')
      const rest = restOf(part.rest, isImage ? USUAL_IMAGE : USUAL_FILE)
      const field = FIELDS.find((name) => rest[name] === null) ?? 'image_url'
      return fillRest(rest, { [field]: mediaUrl(part) })
    }
    case 'opaque':
      return part.value
    // Items of their own: they stand in no content.
    case 'reasoning':
    case 'tool_call':
    case 'tool_output':
      return { type: 'input_text', text: '' }
  }
}

const USUAL_REFUSAL = JSON.stringify({ type: 'refusal', refusal: null })
const USUAL_IMAGE = JSON.stringify({ type: 'input_image', image_url: null, detail: 'auto' })
const USUAL_FILE = JSON.stringify({ type: 'input_file', filename: 'file', file_data: null })

/** Where a medium stands, in a part of either kind. */
const FIELDS = ['image_url', 'file_data', 'file_url'] as const

function usualText(role: string): string {
  return JSON.stringify({ type: role === 'assistant' ? 'output_text' : 'input_text', text: null })
}

function readObject(value: JsonObject, role: string): Part | undefined {
  switch (value['type']) {
    case 'input_text':
    case 'output_text': {
      const text = readText(value, 'text')
      if (text === undefined) return undefined
      return { kind: 'text', text, ...keptRest(value, { text: null }, usualText(role)) }
    }
    case 'refusal': {
      const text = readText(value, 'refusal')
      if (text === undefined) return undefined
      return { kind: 'refusal', text, ...keptRest(value, { refusal: null }, USUAL_REFUSAL) }
    }
    case 'input_image':
      return readMedia(value, ['image_url'], USUAL_IMAGE)
    case 'input_file':
      return readMedia(value, ['file_data', 'file_url'], USUAL_FILE)
    default:
      return undefined
  }
}

/** A medium with exactly one address. With a `null` beside it, nobody could tell which was blanked. */
function readMedia(value: JsonObject, fields: readonly string[], usual: string): Part | undefined {
  const field = fields.find((name) => readText(value, name) !== undefined)
  if (field === undefined || FIELDS.some((name) => value[name] === null)) return undefined
  const media = readMediaUrl(readText(value, field) ?? '')
  const isUsualType = usual === USUAL_IMAGE && (media.mediaType ?? 'image/').startsWith('image/')
  const kept = keptRest(value, { [field]: null }, isUsualType ? usual : '')
  return { kind: 'media', ...media, ...kept }
}

function restOf(rest: JsonValue | undefined, usual: string): JsonObject {
  return isJsonObject(rest) ? rest : (JSON.parse(usual) as JsonObject)
}

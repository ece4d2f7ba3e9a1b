import { type JsonObject, type JsonValue, type Part } from '@armorer/core'
import {
  fillRest,
  isJsonObject,
  keptRest,
  mediaUrl,
  readMediaUrl,
  readText,
} from '@armorer/core/adapter'

/** One part of a message's content. */
export function readContentPart(value: JsonValue): Part {
  return (isJsonObject(value) ? readObject(value) : undefined) ?? { kind: 'opaque', value }
}

export function writeContentPart(part: Part): JsonValue {
  switch (part.kind) {
    case 'text':
      return fillRest(restOf(part.rest, USUAL_TEXT), { text: part.text })
    case 'refusal':
      return fillRest(restOf(part.rest, USUAL_REFUSAL), { refusal: part.text })
    case 'media':
      return writeMedia(part)
    case 'opaque':
      return part.value
    // They stand in fields or messages of their own.
    case 'reasoning':
    case 'tool_call':
    case 'tool_output':
      return { type: 'text', text: '' }
  }
}

const USUAL_TEXT = JSON.stringify({ type: 'text', text: null })
const USUAL_REFUSAL = JSON.stringify({ type: 'refusal', refusal: null })
const USUAL_IMAGE = JSON.stringify({ type: 'image_url', image_url: { url: null } })
const USUAL_AUDIO = JSON.stringify({
  type: 'input_audio',
  input_audio: { data: null, format: null },
})
const USUAL_FILE = JSON.stringify({ type: 'file', file: { filename: 'file', file_data: null } })

function readObject(value: JsonObject): Part | undefined {
  switch (value['type']) {
    case 'text': {
      const text = readText(value, 'text')
      if (text === undefined) return undefined
      return { kind: 'text', text, ...keptRest(value, { text: null }, USUAL_TEXT) }
    }
    case 'refusal': {
      const text = readText(value, 'refusal')
      if (text === undefined) return undefined
      return { kind: 'refusal', text, ...keptRest(value, { refusal: null }, USUAL_REFUSAL) }
    }
    case 'image_url':
      return readWithin(value, 'image_url', 'url', USUAL_IMAGE)
    case 'file':
      return readWithin(value, 'file', 'file_data', USUAL_FILE)
    case 'input_audio':
      return readAudio(value)
    default:
      return undefined
  }
}

/** A medium whose address stands in an object within the part. */
function readWithin(
  value: JsonObject,
  field: 'image_url' | 'file',
  at: string,
  usual: string,
): Part | undefined {
  const inner = value[field]
  const url = readText(inner, at)
  if (url === undefined || !isJsonObject(inner)) return undefined
  const media = readMediaUrl(url)
  const isImage = (media.mediaType ?? 'image/').startsWith('image/')
  const isUsual = isImage === (field === 'image_url')
  const { rest: blanked } = keptRest(inner, { [at]: null }, '')
  const kept = keptRest(value, { [field]: blanked ?? null }, isUsual ? usual : '')
  return { kind: 'media', ...media, ...kept }
}

function readAudio(value: JsonObject): Part | undefined {
  const inner = value['input_audio']
  const data = readText(inner, 'data')
  const format = readText(inner, 'format')
  if (data === undefined || format === undefined || !isJsonObject(inner)) return undefined
  const { rest: blanked } = keptRest(inner, { data: null, format: null }, '')
  const kept = keptRest(value, { input_audio: blanked ?? null }, USUAL_AUDIO)
  return { kind: 'media', mediaType: `audio/${format}`, data, ...kept }
}

function writeMedia(part: Part & { kind: 'media' }): JsonObject {
  const rest = restOf(part.rest, usualMedia(part))
  const { input_audio: audio, image_url: image, file } = rest
  if (isJsonObject(audio)) {
    const format = (part.mediaType ?? '').replace(/^audio\//, '')
    return fillRest(rest, { input_audio: fillRest(audio, { data: part.data ?? '', format }) })
  }
  if (isJsonObject(image)) {
    return fillRest(rest, { image_url: fillRest(image, { url: mediaUrl(part) }) })
  }
  if (isJsonObject(file)) {
    return fillRest(rest, { file: fillRest(file, { file_data: mediaUrl(part) }) })
  }
  return rest
}

function usualMedia({ mediaType, data }: Part & { kind: 'media' }): string {
  if (mediaType === undefined || mediaType.startsWith('image/')) return USUAL_IMAGE
  return mediaType.startsWith('audio/') && data !== undefined ? USUAL_AUDIO : USUAL_FILE
}

function restOf(rest: JsonValue | undefined, usual: string): JsonObject {
  return isJsonObject(rest) ? rest : (JSON.parse(usual) as JsonObject)
}

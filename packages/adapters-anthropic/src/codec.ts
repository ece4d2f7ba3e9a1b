import {
  type Codec,
  type JsonObject,
  type JsonValue,
  type MessageItem,
  type OpaqueItem,
  type Part,
  type ToolCallPart,
  type WireItem,
} from '@armorer/core'
import {
  encodeHistory,
  fillRest,
  isJsonObject,
  keptRest,
  readContent,
  readText,
  writeContent,
  type Lose,
} from '@armorer/core/adapter'
import { parseInput, readBlock, toDocument, writeBlock } from './content-block.js'
import { isImageType } from './wire.js'

const FORMAT = 'anthropic.messages'
const USUAL = JSON.stringify({ role: null, content: 'parts' })

/** Messages of Anthropic: text, thoughts with their signatures, media, calls and their results; anything else is kept as it is. */
export const anthropicCodec: Codec = {
  format: FORMAT,
  decode: (wire) => wire.map(readEntry),
  encode: (items) =>
    encodeHistory(items, FORMAT, (item, path, lose) => [writeEntry(item, path, lose)]),
}

function readEntry(entry: JsonValue): WireItem {
  const item = isJsonObject(entry) ? readMessage(entry) : undefined
  return item ?? ({ kind: 'opaque', format: FORMAT, value: entry } satisfies OpaqueItem)
}

function readMessage(entry: JsonObject): MessageItem | undefined {
  const role = readText(entry, 'role')
  if (role === undefined) return undefined
  const content = readContent(entry['content'], readBlock)
  const marks = { role: null, ...(content && { content: content.mark }) }
  const kept = keptRest(entry, marks, USUAL)
  return { kind: 'message', role, parts: content?.parts ?? [], format: FORMAT, ...kept }
}

function writeEntry(item: MessageItem, path: string, lose: Lose): JsonObject {
  const rest = item.rest ?? (JSON.parse(USUAL) as JsonObject)
  const own = item.parts.map((part, index) =>
    part.kind === 'tool_call' ? withInput(part, item, `${path}.parts[${index}]`, lose) : part,
  )
  const parts = item.format === FORMAT ? own : withKnownMedia(own, path, lose)
  const content = writeContent(rest['content'], parts, writeBlock)
  return fillRest(rest, { role: roleOf(item), content })
}

/** Other formats call the speakers otherwise, and let a tool speak for itself. */
function roleOf({ role, format }: MessageItem): string {
  if (format === FORMAT) return role
  if (role === 'model') return 'assistant'
  if (role === 'developer') return 'system'
  return role === 'tool' ? 'user' : role
}

/** Anthropic takes images and PDF; a medium of any other type is left out. */
function withKnownMedia(parts: readonly Part[], path: string, lose: Lose): readonly Part[] {
  return parts.flatMap((part, index): readonly Part[] => {
    const at = `${path}.parts[${index}]`
    if (part.kind === 'tool_output') {
      return [{ ...part, parts: withKnownMedia(part.parts, at, lose) }]
    }
    if (part.kind !== 'media' || part.rest !== undefined) return [part]
    const { mediaType } = part
    if (mediaType === undefined || isImageType(mediaType)) return [part]
    if (mediaType === 'application/pdf') return [toDocument(part)]
    lose(at, 'media', `Anthropic takes images and PDF, and not ${mediaType}`)
    return []
  })
}

/** Arguments travel as a value here, and an object it must be: what another format took for arguments may be neither. */
function withInput(
  part: ToolCallPart,
  { format }: MessageItem,
  path: string,
  lose: Lose,
): ToolCallPart {
  const text = part.arguments.trim() === '' ? '{}' : part.arguments
  const value = parseInput(text)
  if (value !== undefined && (format === FORMAT || isJsonObject(value))) {
    return { ...part, arguments: text }
  }
  lose(path, 'arguments', 'they are no JSON object, and are left out')
  return { ...part, arguments: '{}' }
}

import {
  type Codec,
  type JsonObject,
  type JsonValue,
  type MessageItem,
  type OpaqueItem,
  type RunItem,
  type ToolCallPart,
  type ToolOutputPart,
  type WireItem,
} from '@armorer/core'
import {
  encodeHistory,
  fillRest,
  isJsonObject,
  keptRest,
  readText,
  writeContent,
  type Lose,
} from '@armorer/core/adapter'
import { parseArguments, readPart, writePart } from './content-part.js'

const FORMAT = 'gemini.contents'
const USUAL = JSON.stringify({ role: null, parts: 'parts' })

/** Contents of Gemini: text, thoughts with their signatures, media, calls and their responses; anything else is kept as it is. */
export const geminiCodec: Codec = {
  format: FORMAT,
  decode: (wire) => wire.map(readEntry),
  encode(items) {
    const namesById = listNames(items)
    return encodeHistory(items, FORMAT, (item, path, lose) => [
      writeEntry(item, namesById, path, lose),
    ])
  },
}

function readEntry(entry: JsonValue): WireItem {
  const item = isJsonObject(entry) ? readContent(entry) : undefined
  return item ?? ({ kind: 'opaque', format: FORMAT, value: entry } satisfies OpaqueItem)
}

function readContent(entry: JsonObject): MessageItem | undefined {
  const parts = entry['parts']
  // Text in that place could be taken for a blank.
  if (typeof parts === 'string') return undefined
  const role = readText(entry, 'role') ?? ''
  const marks = {
    ...(role !== '' && { role: null }),
    ...(Array.isArray(parts) && { parts: 'parts' }),
  }
  return {
    kind: 'message',
    role,
    parts: Array.isArray(parts) ? parts.map(readPart) : [],
    format: FORMAT,
    ...keptRest(entry, marks, USUAL),
  }
}

function writeEntry(
  item: MessageItem,
  namesById: ReadonlyMap<string, string>,
  path: string,
  lose: Lose,
): JsonObject {
  const rest = item.rest ?? (JSON.parse(USUAL) as JsonObject)
  const isOwn = item.format === FORMAT
  const parts = item.parts.map((part, index) => {
    const at = `${path}.parts[${index}]`
    if (part.kind === 'tool_call') return withArguments(part, isOwn, at, lose)
    return part.kind === 'tool_output' && !isOwn ? withName(part, namesById, at, lose) : part
  })
  const role = roleOf(item, path, lose)
  return fillRest(rest, {
    role: role === '' ? undefined : role,
    parts: writeContent(rest['parts'], parts, writePart),
  })
}

/** Other formats call the speakers otherwise. Instructions stand outside of contents here. */
function roleOf({ role, format }: MessageItem, path: string, lose: Lose): string {
  if (format === FORMAT) return role
  if (role === 'assistant' || role === 'model') return 'model'
  if (role !== 'user' && role !== 'tool') {
    lose(path, 'role', `Gemini takes what ${role} says as its systemInstruction, and not here`)
  }
  return 'user'
}

/** Arguments travel as a value here, and an object it must be: what another format took for arguments may be neither. */
function withArguments(part: ToolCallPart, isOwn: boolean, path: string, lose: Lose): ToolCallPart {
  if (part.arguments.trim() === '') return { ...part, arguments: '' }
  const value = parseArguments(part.arguments)
  if (value !== undefined && (isOwn || isJsonObject(value))) return part
  lose(path, 'arguments', 'they are no JSON object, and are left out')
  return { ...part, arguments: '{}' }
}

/** An answer names its tool here; where another format does not, the call does. */
function withName(
  part: ToolOutputPart,
  namesById: ReadonlyMap<string, string>,
  path: string,
  lose: Lose,
): ToolOutputPart {
  const name = part.name ?? namesById.get(part.callId)
  if (name === undefined) lose(path, 'name', 'nobody called the tool that this answers')
  if (part.parts.some(({ kind }) => kind !== 'text')) lose(path, 'media', 'only its text is said')
  return { ...part, name: name ?? 'unknown' }
}

function listNames(items: readonly RunItem[]): ReadonlyMap<string, string> {
  const calls = items.flatMap((item) => (item.kind === 'message' ? item.parts : []))
  return new Map(
    calls.flatMap((part) => (part.kind === 'tool_call' ? [[part.callId, part.name]] : [])),
  )
}

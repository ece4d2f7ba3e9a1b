import {
  type Codec,
  type EncodedHistory,
  type JsonObject,
  type JsonValue,
  type MessageItem,
  type Part,
  type RunItem,
  type ToolOutputPart,
  type WireItem,
} from '@armorer/core'
import {
  blankFields,
  encodeHistory,
  fillRest,
  isJsonObject,
  readContent,
  readText,
  writeContent,
  type Lose,
} from '@armorer/core/adapter'
import { readContentPart, writeContentPart } from './content-part.js'
import { hasKeys } from './has-keys.js'
import { type RawMessage } from './raw-message.js'
import { readToolCalls, writeToolCalls } from './tool-calls.js'

const FORMAT = 'openai.chat'

/** Messages of Chat Completions: one item each, which comes back to the same bytes. */
export const chatCodec: Codec = {
  format: FORMAT,
  decode: (wire) => wire.map(readEntry),
  encode: (items) => encodeOwn(items) ?? encodeHistory(items, FORMAT, writeEntries),
}

/** What this format read itself, which is nearly everything that it is ever given: nothing of it can be lost. */
function encodeOwn(items: readonly RunItem[]): EncodedHistory | undefined {
  const wire: JsonValue[] = []
  for (const item of items) {
    if (item.kind === 'message') {
      if (item.format !== FORMAT && !isPlainOutput(item)) return undefined
      for (const entry of writeEntries(item, '', noLoss)) wire.push(entry)
    } else if (item.kind === 'opaque') {
      if (item.format !== FORMAT) return undefined
      wire.push(item.value)
    }
  }
  return { wire, losses: [] }
}

const noLoss: Lose = () => undefined

/** An output that was made here, which every format can say. */
function isPlainOutput({ format, rest, parts }: MessageItem): boolean {
  return format === undefined && !rest && parts.every(isOutput)
}

/** The items of a history. `runItemsToRawMessages` gives the same history again, byte for byte. */
export function rawMessagesToRunItems(messages: readonly RawMessage[]): readonly WireItem[] {
  return chatCodec.decode(messages)
}

/** The history that items tell of; events of the run are left out. */
export function runItemsToRawMessages(items: readonly RunItem[]): readonly RawMessage[] {
  // An entry that is no object was none when it was read, and then it was no message either.
  return chatCodec.encode(items).wire as readonly RawMessage[]
}

function readEntry(entry: JsonValue): WireItem {
  const item = isJsonObject(entry) ? readMessage(entry) : undefined
  return item ?? { kind: 'opaque', format: FORMAT, value: entry }
}

function readMessage(entry: JsonObject): MessageItem | undefined {
  const role = readText(entry, 'role')
  if (role === undefined) return undefined
  const content = readContent(entry['content'], readContentPart)
  const callId = role === 'tool' ? readText(entry, 'tool_call_id') : undefined
  const listed = callId === undefined ? listOf(entry['tool_calls']) : undefined
  const calls = listed && readToolCalls(listed)
  const spoken = content?.parts ?? NO_PARTS
  const parts: readonly Part[] =
    callId === undefined
      ? calls
        ? [...spoken, ...calls.parts]
        : spoken
      : [{ kind: 'tool_output', callId, parts: spoken }]
  if (isUsual(entry, content?.mark, calls?.marks, callId)) {
    return { kind: 'message', role, parts, format: FORMAT }
  }
  const marks: JsonObject = {
    role: null,
    ...(content && { content: content.mark }),
    ...(calls && { tool_calls: calls.marks }),
    ...(callId !== undefined && { tool_call_id: null }),
  }
  return { kind: 'message', role, parts, format: FORMAT, rest: blankFields(entry, marks) }
}

const NO_PARTS: readonly Part[] = []

/** Whether it is what is written anyway: fields in the order below, content as text or missing, and calls that were all understood. */
function isUsual(
  entry: JsonObject,
  content: 'text' | 'parts' | undefined,
  calls: readonly JsonValue[] | undefined,
  callId: string | undefined,
): boolean {
  if (calls) {
    const isSaid = content === 'text' || entry['content'] === null
    const isUnderstood = calls.length > 0 && calls.every((mark) => mark === null)
    return isSaid && isUnderstood && hasKeys(entry, ANSWER_KEYS)
  }
  return content === 'text' && hasKeys(entry, callId === undefined ? MESSAGE_KEYS : OUTPUT_KEYS)
}

const MESSAGE_KEYS = ['role', 'content']
const OUTPUT_KEYS = ['role', 'tool_call_id', 'content']
const ANSWER_KEYS = ['role', 'content', 'tool_calls']

function writeEntries(item: MessageItem, path: string, lose: Lose): readonly JsonValue[] {
  const { parts, format, rest } = item
  const [first] = parts
  if (first?.kind === 'tool_output' && parts.length === 1) return [writeOutput(first, rest)]
  if (!parts.some(isOutput)) return [writeMessage(item, path, lose)]
  const outputs = parts.filter(isOutput)
  if (format === FORMAT) return outputs.map((output) => writeOutput(output, rest))
  // Other formats put several answers, and words, into one turn.
  const spoken = parts.filter((part) => !isOutput(part))
  const answers = outputs.map((output) => writeOutput(output, undefined))
  return spoken.length === 0
    ? answers
    : [...answers, writeMessage({ ...item, parts: spoken }, path, lose)]
}

function isOutput(part: Part): part is ToolOutputPart {
  return part.kind === 'tool_output'
}

function writeOutput({ callId, parts }: ToolOutputPart, rest: JsonObject | undefined): JsonObject {
  const [only] = parts
  if (!rest && only?.kind === 'text' && parts.length === 1) {
    return { role: 'tool', tool_call_id: callId, content: only.text }
  }
  const kept = rest ?? { role: null, tool_call_id: null, content: 'parts' }
  const content = writeContent(kept['content'], parts, writeContentPart)
  return fillRest(kept, { role: 'tool', tool_call_id: callId, content })
}

function writeMessage(item: MessageItem, path: string, lose: Lose): JsonObject {
  const role = roleOf(item)
  const calls = item.parts.some(({ kind }) => kind === 'tool_call')
  const spoken = item.parts.filter(({ kind }) => kind !== 'tool_call' && kind !== 'reasoning')
  if (item.rest) return writeInto(item.rest, item, spoken)
  const [only] = spoken
  const isText = spoken.length === 1 && only?.kind === 'text'
  const content = isText
    ? only.text
    : spoken.length > 0 || !calls
      ? spoken.map(writeContentPart)
      : null
  if (spoken.length < item.parts.length && !calls) {
    lose(path, 'reasoning', 'Chat Completions take no thoughts back')
  }
  return {
    role,
    content,
    ...(calls && { tool_calls: writeToolCalls(item.parts, undefined) }),
  }
}

function writeInto(rest: JsonObject, item: MessageItem, spoken: readonly Part[]): JsonObject {
  const marks = rest['tool_calls']
  const isListed = Array.isArray(marks) || item.parts.some(({ kind }) => kind === 'tool_call')
  return fillRest(rest, {
    role: item.role,
    content: writeContent(rest['content'], spoken, writeContentPart),
    ...(isListed && { tool_calls: writeToolCalls(item.parts, marks) }),
  })
}

/** Other formats call the speakers otherwise. */
function roleOf({ role, format }: MessageItem): string {
  return format !== FORMAT && role === 'model' ? 'assistant' : role
}

function listOf(value: JsonValue | undefined): readonly JsonValue[] | undefined {
  return Array.isArray(value) ? (value as readonly JsonValue[]) : undefined
}

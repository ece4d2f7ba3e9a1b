import {
  type Codec,
  type JsonObject,
  type JsonValue,
  type MessageItem,
  type OpaqueItem,
  type Part,
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
} from '@armorer/core/adapter'
import { readContentPart, writeContentPart } from './content-part.js'

const FORMAT = 'openai.responses'

/** The items of the Responses API: messages, calls and their outputs, reasoning; anything else is kept as it is. */
export const responsesCodec: Codec = {
  format: FORMAT,
  decode: (wire) => wire.map(readEntry),
  encode: (items) =>
    encodeHistory(items, FORMAT, (item) =>
      groupParts(item).map((parts) => writeEntry({ ...item, role: roleOf(item), parts })),
    ),
}

const USUAL_MESSAGE = JSON.stringify({ role: null, content: 'parts' })
const USUAL_CALL = JSON.stringify({
  type: 'function_call',
  call_id: null,
  name: null,
  arguments: null,
})
const USUAL_OUTPUT = JSON.stringify({
  type: 'function_call_output',
  call_id: null,
  output: 'text',
})
const USUAL_REASONING = JSON.stringify({ type: 'reasoning', summary: 'one' })

function readEntry(entry: JsonValue): WireItem {
  const item = isJsonObject(entry) ? readObject(entry) : undefined
  return item ?? ({ kind: 'opaque', format: FORMAT, value: entry } satisfies OpaqueItem)
}

function readObject(entry: JsonObject): MessageItem | undefined {
  switch (entry['type']) {
    case undefined:
    case 'message':
      return readMessage(entry)
    case 'function_call':
      return readCall(entry)
    case 'function_call_output':
      return readOutput(entry)
    case 'reasoning':
      return readReasoning(entry)
    default:
      return undefined
  }
}

function readMessage(entry: JsonObject): MessageItem | undefined {
  const role = readText(entry, 'role')
  if (role === undefined) return undefined
  const content = readContent(entry['content'], (part) => readContentPart(part, role))
  const marks = { role: null, ...(content && { content: content.mark }) }
  return itemOf(role, content?.parts ?? [], keptRest(entry, marks, USUAL_MESSAGE))
}

function readCall(entry: JsonObject): MessageItem | undefined {
  const callId = readText(entry, 'call_id')
  const name = readText(entry, 'name')
  const text = readText(entry, 'arguments')
  if (callId === undefined || name === undefined || text === undefined) return undefined
  const part: Part = { kind: 'tool_call', callId, name, arguments: text }
  const marks = { call_id: null, name: null, arguments: null }
  return itemOf('assistant', [part], keptRest(entry, marks, USUAL_CALL))
}

function readOutput(entry: JsonObject): MessageItem | undefined {
  const callId = readText(entry, 'call_id')
  if (callId === undefined) return undefined
  const output = readContent(entry['output'], (part) => readContentPart(part, 'tool'))
  const marks = { call_id: null, ...(output && { output: output.mark }) }
  const part: Part = { kind: 'tool_output', callId, parts: output?.parts ?? [] }
  return itemOf('tool', [part], keptRest(entry, marks, USUAL_OUTPUT))
}

/** Summaries that are not exactly one are kept as they are; their text is there to be read. */
function readReasoning(entry: JsonObject): MessageItem | undefined {
  // Text in that place could be taken for a blank.
  if (typeof entry['summary'] === 'string') return undefined
  const seal = readText(entry, 'encrypted_content')
  const summary = Array.isArray(entry['summary']) ? (entry['summary'] as readonly JsonValue[]) : []
  const texts = summary.map((part) => readText(part, 'text') ?? '')
  const [text = ''] = texts
  const isUsual = JSON.stringify(summary) === JSON.stringify([{ type: 'summary_text', text }])
  const marks = {
    ...(isUsual && { summary: 'one' }),
    ...(seal !== undefined && { encrypted_content: null }),
  }
  const part: Part = {
    kind: 'reasoning',
    text: texts.join('\n\n'),
    ...(seal !== undefined && { seal }),
  }
  return itemOf('assistant', [part], keptRest(entry, marks, USUAL_REASONING))
}

function itemOf(
  role: string,
  parts: readonly Part[],
  kept: { readonly rest?: JsonObject },
): MessageItem {
  return { kind: 'message', role, parts, format: FORMAT, ...kept }
}

/** Calls, outputs and thoughts are items of their own; what stands between them is one message. */
function groupParts({ parts }: MessageItem): ReadonlyArray<readonly Part[]> {
  const groups: Part[][] = []
  for (const part of parts) {
    const last = groups.at(-1)
    const isAlone = ALONE.has(part.kind) || ALONE.has(last?.[0]?.kind ?? 'text')
    if (last && !isAlone) last.push(part)
    else groups.push([part])
  }
  return groups.length > 0 ? groups : [[]]
}

const ALONE = new Set<Part['kind']>(['tool_call', 'tool_output', 'reasoning'])

/** Other formats call the speakers otherwise. */
function roleOf({ role, format }: MessageItem): string {
  if (format === FORMAT) return role
  if (role === 'model') return 'assistant'
  return role === 'tool' ? 'user' : role
}

function writeEntry({ role, parts, rest }: MessageItem): JsonObject {
  const [part] = parts
  switch (part?.kind) {
    case 'tool_call':
      return fillRest(rest ?? parsed(USUAL_CALL), {
        call_id: part.callId,
        name: part.name,
        arguments: part.arguments,
      })
    case 'tool_output': {
      const usual = part.parts.every(({ kind }) => kind === 'text') ? 'text' : 'parts'
      const kept = rest ?? { ...parsed(USUAL_OUTPUT), output: usual }
      const output = writeContent(kept['output'], part.parts, (inner) =>
        writeContentPart(inner, 'tool'),
      )
      return fillRest(kept, { call_id: part.callId, output })
    }
    case 'reasoning': {
      const kept = rest ?? parsed(USUAL_REASONING)
      const isOne = kept['summary'] === 'one'
      return fillRest(kept, {
        summary: isOne ? [{ type: 'summary_text', text: part.text }] : undefined,
        encrypted_content: part.seal,
      })
    }
    case 'text':
    case 'refusal':
    case 'media':
    case 'opaque':
    case undefined: {
      const kept = rest ?? parsed(USUAL_MESSAGE)
      const content = writeContent(kept['content'], parts, (inner) => writeContentPart(inner, role))
      return fillRest(kept, { role, content })
    }
  }
}

function parsed(usual: string): JsonObject {
  return JSON.parse(usual) as JsonObject
}

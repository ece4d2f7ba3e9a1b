import {
  type JsonObject,
  type MessageItem,
  type Part,
  type RunItem,
  type ToolDefinition,
} from '@armorer/core'
import { type ToolExport } from '@armorer/core/adapter'
import { isSystem } from '../conversation/system-message.js'
import { type ModelRequest } from '../model/model-service.js'
import { createGrowingBody, type GrowingBody } from './growing-body.js'
import { type ModelFormat } from './model-format.js'

/** The bodies of requests: one for each run, which grows with it. */
export interface RequestBodies {
  write(request: ModelRequest): Uint8Array
  /** The tools in the provider's form, worked out once for a list of them. */
  toolsOf(definitions: readonly ToolDefinition[]): ToolExport<unknown>
}

interface KeptBody {
  readonly tools: ModelRequest['tools']
  readonly settings: JsonObject
  readonly isStream: boolean
  body: GrowingBody
  /** How many items were looked through for system messages. */
  seen: number
  system: readonly string[]
}

export function createRequestBodies(format: ModelFormat): RequestBodies {
  const exports = new WeakMap<readonly ToolDefinition[], ToolExport<unknown>>()
  const bodies = new WeakMap<readonly RunItem[], KeptBody>()

  const toolsOf = (definitions: readonly ToolDefinition[]) => {
    let known = exports.get(definitions)
    if (!known) exports.set(definitions, (known = format.toTools(definitions)))
    return known
  }
  const begin = (request: ModelRequest, system: readonly string[]): GrowingBody => {
    const { tools } = toolsOf(request.tools)
    const { settings } = request
    const fields = format.toFields({ settings, tools, system, isStream: isStreamed(request) })
    const head = JSON.stringify(fields).slice(0, -1)
    const begun = `${head}${head === '{' ? '' : ','}${JSON.stringify(format.history)}:[`
    return createGrowingBody(begun, (items) => encodeItems(format, items))
  }

  return {
    toolsOf,
    write(request) {
      const { items, tools, settings } = request
      const isStream = isStreamed(request)
      let kept = bodies.get(items)
      const isSame =
        kept?.tools === tools && kept.settings === settings && kept.isStream === isStream
      if (!kept || !isSame) {
        const system = systemOf(format, items, 0)
        const seen = items.length
        kept = { tools, settings, isStream, body: begin(request, system), seen, system }
        bodies.set(items, kept)
      }
      const more = systemOf(format, items, kept.seen)
      kept.seen = items.length
      if (more.length > 0) {
        kept.system = [...kept.system, ...more]
        kept.body = begin(request, kept.system)
      }
      return kept.body.write(items)
    },
  }
}

function isStreamed({ onDelta }: ModelRequest): boolean {
  return onDelta !== undefined
}

function systemOf({ liftsSystem }: ModelFormat, items: readonly RunItem[], from: number): string[] {
  if (!liftsSystem) return []
  const texts: string[] = []
  for (let index = from; index < items.length; index++) {
    const item = items[index]
    if (item && isSystem(item)) texts.push(textOf(item.parts))
  }
  return texts
}

function encodeItems(
  { codec, liftsSystem, joinsOutputs }: ModelFormat,
  items: readonly RunItem[],
): readonly unknown[] {
  const spoken = liftsSystem ? items.filter((item) => !isSystem(item)) : items
  return codec.encode(joinsOutputs ? joinOutputs(spoken) : spoken).wire
}

/** Outputs that were added one by one, as one turn. */
function joinOutputs(items: readonly RunItem[]): readonly RunItem[] {
  const joined: RunItem[] = []
  for (const item of items) {
    const last = joined.at(-1)
    if (isOutput(item) && last && isOutput(last)) {
      joined.splice(-1, 1, { ...last, parts: [...last.parts, ...item.parts] })
    } else if (item.kind === 'message' || item.kind === 'opaque') joined.push(item)
  }
  return joined
}

function isOutput(item: RunItem): item is MessageItem {
  return item.kind === 'message' && item.role === 'tool' && item.format === undefined
}

function textOf(parts: readonly Part[]): string {
  return parts.map((part) => (part.kind === 'text' ? part.text : '')).join('\n')
}

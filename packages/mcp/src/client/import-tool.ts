import { type JsonObject, type RiskSpec } from '@armorer/core'
import {
  createTool,
  type AnyTool,
  type JsonSchemaValidator,
  type RuntimeToolContext,
} from '@armorer/runtime'
import { type Tool } from '@modelcontextprotocol/client'
import { type RemoteCall } from './call-remote.js'

export interface ImportOptions {
  readonly namespace: string
  /** What someone on this side says of the tool. What its server says of it counts for nothing. */
  readonly risk: RiskSpec | undefined
  readonly validator: JsonSchemaValidator
  readonly run: (call: Omit<RemoteCall, 'timeoutMs'>, ctx: RuntimeToolContext) => Promise<unknown>
}

export type Imported =
  | { readonly kind: 'tool'; readonly tool: AnyTool }
  /** Not usable, whoever made it. */
  | { readonly kind: 'refused'; readonly name: string; readonly reason: string }

/** A server's tool as one of ours. One that breaks a rule is left out, and the others stay. */
export function importTool(listed: Tool, options: ImportOptions): Imported {
  try {
    return { kind: 'tool', tool: toTool(listed, options) }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    return { kind: 'refused', name: listed.name.slice(0, 128), reason: reason.slice(0, 500) }
  }
}

function toTool(listed: Tool, { namespace, risk, validator, run }: ImportOptions): AnyTool {
  const { name, title, description, inputSchema, outputSchema, annotations } = listed
  const known = { untrustedOutput: true, ...(risk ?? { effects: 'unknown' as const }) }
  const isWrite = known.effects !== 'none' && known.effects !== 'read'
  const call = { listed: { name, inputSchema }, isWrite, isRepeatable: known.idempotent === true }
  return createTool({
    name,
    namespace,
    ...(title !== undefined && title.trim() !== '' && { title: title.slice(0, 256) }),
    description: description?.trim() ? description : name,
    input: asJson(inputSchema),
    ...(outputSchema && { output: asJson(outputSchema) }),
    risk: known,
    metadata: { mcp: asJson({ annotations: annotations ?? {} }) },
    jsonSchemaValidator: validator,
    run: (input, ctx) => run({ ...call, id: ctx.toolCall.tool, input }, ctx),
  })
}

/** It came as JSON and is nothing else; the SDK's types only do not say so. */
function asJson(value: object): JsonObject {
  return JSON.parse(JSON.stringify(value)) as JsonObject
}

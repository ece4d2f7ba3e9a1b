import { digest } from '../digest.js'
import {
  serializeToolDefinition,
  type SerializedToolDefinition,
} from '../serialization/serialize-tool.js'
import { type ToolDefinition } from '../tool-definition.js'

/** What whoever calls a tool, or lets it be called, relies on. Metadata and the report of losses are no part of it. */
export type ToolContract = Omit<
  SerializedToolDefinition,
  'schemaVersion' | 'id' | 'identity' | 'metadata' | 'serialization'
>

/** The contract of a tool, and its hash: it changes when a caller could notice a difference, and only then. */
export function contractOf(definition: ToolDefinition): { hash: string; contract: ToolContract } {
  const { schemaVersion, id, identity, metadata, serialization, ...contract } =
    serializeToolDefinition(definition)
  return { hash: digest(contract), contract }
}

export function contractHash(definition: ToolDefinition): string {
  return contractOf(definition).hash
}

import { digest } from '../digest.js'
import { type Loss } from '../serialization/loss.js'
import {
  serializeToolDefinition,
  type SerializedToolDefinition,
} from '../serialization/serialize-tool.js'
import { type ToolDefinition } from '../tool-definition.js'

/** What whoever calls a tool, or lets it be called, relies on. Metadata is no part of it. */
export type ToolContract = Omit<
  SerializedToolDefinition,
  'schemaVersion' | 'id' | 'identity' | 'metadata' | 'serialization'
> & {
  /** What the schemas check or do and JSON Schema cannot say; absent where it says all. Why is for people, and may be reworded. */
  readonly losses?: ReadonlyArray<Pick<Loss, 'path' | 'feature'>>
}

/** The contract of a tool, and its hash: it changes when a caller could notice a difference, and only then. */
export function contractOf(definition: ToolDefinition): { hash: string; contract: ToolContract } {
  const { schemaVersion, id, identity, metadata, serialization, tags, ...rest } =
    serializeToolDefinition(definition)
  const losses = serialization.losses.map(({ path, feature }) => ({ path, feature }))
  const contract = {
    ...rest,
    tags: tags.toSorted(),
    ...(losses.length > 0 && { losses }),
  }
  return { hash: digest(contract), contract }
}

export function contractHash(definition: ToolDefinition): string {
  return contractOf(definition).hash
}

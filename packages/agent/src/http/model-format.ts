import { type AnswerReader, type Codec, type JsonObject, type ModelAnswer } from '@armorer/core'
import { type ToolExport, type ToolSource } from '@armorer/core/adapter'

/** How one provider is spoken to: its adapter's codec and readers, and where things stand in a request. */
export interface ModelFormat {
  readonly codec: Codec
  /** Under which field the history stands: `messages`, `contents`, `input`. */
  readonly history: string
  /** Whether system messages stand in a field of their own instead of in the history. */
  readonly liftsSystem: boolean
  /** Whether the results of one answer's calls must stand in one turn. */
  readonly joinsOutputs: boolean
  toTools(source: ToolSource): ToolExport<unknown>
  /** Every field but the history. */
  toFields(parts: RequestParts): JsonObject
  /** Where it is sent to, below the base address. */
  toPath(settings: JsonObject, isStream: boolean): string
  toHeaders(apiKey: string | undefined): Readonly<Record<string, string>>
  readAnswer(body: unknown): ModelAnswer
  createReader(): AnswerReader
}

export interface RequestParts {
  readonly settings: JsonObject
  /** In the provider's form; none where there are no tools. */
  readonly tools: readonly unknown[]
  readonly system: readonly string[]
  readonly isStream: boolean
}

import {
  serializeToolDefinition,
  type SerializedToolDefinition,
} from '../serialization/serialize-tool.js'
import { type ToolDefinition } from '../tool-definition.js'
import { toolTokens } from '../tool-tokens.js'
import { explainHit, type MatchReason } from './explain-hit.js'
import { type ReadWord } from './vocabulary.js'

/** A tool that was found. What most readers of a list leave unread is worked out when it is read, hence a class. */
export class SearchHit {
  readonly tool: ToolDefinition
  /** How well it fits, from 0 to 1. */
  readonly score: number
  readonly #words: readonly ReadWord[]

  constructor(tool: ToolDefinition, score: number, words: readonly ReadWord[]) {
    this.tool = tool
    this.score = score
    this.#words = words
  }

  /** Which words were found where. */
  get why(): readonly MatchReason[] {
    return explainHit(this.tool, this.#words)
  }

  /** The tool with its schemas as JSON. */
  get serialized(): SerializedToolDefinition {
    return serializeToolDefinition(this.tool)
  }

  /** About what it costs a model to be told of this tool. */
  get tokens(): number {
    return toolTokens(this.tool)
  }
}

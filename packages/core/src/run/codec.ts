import { type JsonValue } from '../json.js'
import { type Loss } from '../serialization/loss.js'
import { type RunItem, type WireItem } from './run-item.js'

/**
 * One wire format of histories. What it decodes it encodes to the same bytes:
 * `JSON.stringify(encode(decode(wire)).wire)` is `JSON.stringify(wire)` for whatever `JSON.parse` made.
 */
export interface Codec {
  /** `openai.responses`, `anthropic.messages`, … */
  readonly format: string
  /** One item for each entry, so that a log can grow without being read again. It never throws. */
  decode(wire: readonly JsonValue[]): readonly WireItem[]
  /** Events of the run are left out. What another format said and this one cannot is reported. */
  encode(items: readonly RunItem[]): EncodedHistory
}

export interface EncodedHistory {
  readonly wire: readonly JsonValue[]
  /** Paths are those of the items: `items[3].parts[0]`. */
  readonly losses: readonly Loss[]
}

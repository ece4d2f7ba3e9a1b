import { type ToolDefinition } from '../tool-definition.js'
import { SEARCH_FIELDS } from './fields.js'
import { listOthers, tokenize } from './tokenize.js'

export interface WeighedWords {
  readonly weights: ReadonlyMap<string, number>
  /** What all words weigh together, each counted once however it is found. */
  readonly length: number
}

/** How much each word says about a tool, by the fields that it stands in. */
export function weighWords(tool: ToolDefinition): WeighedWords {
  const weights = new Map<string, number>()
  let length = 0
  for (const { text, weight } of SEARCH_FIELDS) {
    const add = (word: string) => weights.set(word, (weights.get(word) ?? 0) + weight)
    for (const token of tokenize(text(tool))) {
      const parts = typeof token === 'string' ? [token] : token.parts
      for (const part of parts) add(part)
      if (typeof token !== 'string') for (const other of listOthers(token)) add(other)
      length += parts.length * weight
    }
  }
  return { weights, length }
}

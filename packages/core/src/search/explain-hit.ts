import { type ToolDefinition } from '../tool-definition.js'
import { SEARCH_FIELDS, type SearchField } from './fields.js'
import { listForms, tokenize } from './tokenize.js'
import { type Meaning, type ReadWord } from './vocabulary.js'

/** One reason why a tool was found. Words are given as stems. */
export interface MatchReason {
  readonly asked: string
  readonly found: string
  readonly field: SearchField['name']
  readonly how: Meaning['how']
}

export function explainHit(
  tool: ToolDefinition,
  words: readonly ReadWord[],
): readonly MatchReason[] {
  const fields = SEARCH_FIELDS.map((field) => ({
    name: field.name,
    words: new Set(tokenize(field.text(tool)).flatMap(listForms)),
  }))
  return words.flatMap(({ asked, means }) =>
    means.flatMap(({ word, how }) =>
      fields
        .filter((field) => field.words.has(word))
        .map((field) => ({ asked, found: word, field: field.name, how })),
    ),
  )
}

import { type LlmAnswer } from './llm-provider.js'

export interface SlotLimits {
  readonly maxLength: number
  /** How long a text is where it is to go; for X, not its number of letters. */
  readonly lengthOf: (text: string) => number
}

export type SlotText =
  | { readonly kind: 'text'; readonly text: string; readonly shortened: boolean }
  | { readonly kind: 'unusable'; readonly reason: 'empty' | 'too_long' | 'unfinished' }

/**
 * What of an answer goes into the slot: whole sentences from its beginning that fit. A sentence is never cut, and nothing is
 * put in; what is in the text is for the checks of a draft to judge.
 */
export function readSlot(answer: Pick<LlmAnswer, 'text' | 'finish'>, limits: SlotLimits): SlotText {
  const text = withoutQuotes(answer.text.trim())
  if (text === '') return { kind: 'unusable', reason: 'empty' }
  const isFinished = answer.finish === 'stop' || SENTENCE_END.test(text)
  const fits = (candidate: string) => limits.lengthOf(candidate) <= limits.maxLength
  if (isFinished && fits(text)) return { kind: 'text', text, shortened: false }

  let kept = ''
  for (const { segment, index } of sentences.segment(text)) {
    const candidate = text.slice(0, index + segment.length).trimEnd()
    if (!fits(candidate)) break
    // The last sentence of an answer that ran out of room is none.
    if (SENTENCE_END.test(candidate)) kept = candidate
  }
  if (kept !== '') return { kind: 'text', text: kept, shortened: true }
  return { kind: 'unusable', reason: isFinished ? 'too_long' : 'unfinished' }
}

const sentences = new Intl.Segmenter('en', { granularity: 'sentence' })

const SENTENCE_END = /[.!?…。！？][\p{Pe}\p{Pf}"']*$/u

/** Models like to quote themselves. */
function withoutQuotes(text: string): string {
  const quoted = /^(?:"([^"]*)"|“([^“”]*)”)$/s.exec(text)
  return (quoted?.[1] ?? quoted?.[2] ?? text).trim()
}

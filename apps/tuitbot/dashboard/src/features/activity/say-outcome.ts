import type { OutcomeAnswer } from '@tuitbot/server'
import { type Notice } from '../../components/notices.js'
import { toSentence } from '../../lib/format.js'

const BAD: ReadonlySet<OutcomeAnswer['word']> = new Set(['needs you', 'failed', 'refused'])

/** What became of something, in a sentence: the words are the server's. */
export function sayOutcome({ word, reason }: OutcomeAnswer): Notice {
  const because = reason === null ? '' : ` ${toSentence(reason)}`
  return { text: `${toSentence(word)}${because}`, ...(BAD.has(word) && { tone: 'bad' }) }
}

import type { OutcomeAnswer } from '@tuitbot/server'
import { type Notice } from '../../components/notices.js'
import { capitalize } from '../../lib/format.js'

/** What became of something, in a sentence. */
export function sayOutcome({ word, reason }: OutcomeAnswer): Notice {
  const because = reason === null ? '' : ` ${capitalize(reason)}.`
  switch (word) {
    case 'on its way':
      return { text: `Approved.${because}` }
    case 'not yet known':
      return { text: 'Sent, but X did not answer. Tuitbot keeps looking until it knows.' }
    case 'needs you':
      return { text: 'Nobody can tell whether it went out. Please look at X.', tone: 'bad' }
    case 'failed':
    case 'refused':
      return { text: `${capitalize(word)}.${because}`, tone: 'bad' }
    case 'undone':
      return { text: 'Undone. The post is gone from X.' }
    case 'already posted':
      return { text: 'The same was posted a moment ago. It did not go out again.' }
    default:
      return { text: `${capitalize(word)}.${because}` }
  }
}

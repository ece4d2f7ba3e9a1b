import { type DraftProblem } from './check-draft.js'

/** What is wrong with a draft, said so that one knows what to change: the same on page, terminal and over MCP. */
export function describeDraftProblem(problem: DraftProblem): string {
  switch (problem.code) {
    case 'empty':
      return 'There is nothing to post yet.'
    case 'too_long':
      return `Too long by ${problem.length - problem.limit}: X allows ${problem.limit}.`
    case 'hidden_characters':
      return `Holds ${problem.count} characters that nobody sees (${problem.kind.replaceAll('_', ' ')}).`
    case 'banned_phrase':
      return `“${problem.phrase}” is on your list of banned phrases.`
    case 'near_duplicate':
      return 'Nearly the same was posted before.'
    case 'self_reply':
      return 'This would answer your own post.'
    case 'stranger':
      return `This would answer someone who has neither mentioned nor quoted you: ${problem.why}.`
    case 'foreign_link':
      return `Links to ${problem.link}, which is not among the hosts you allow.`
    case 'foreign_mention':
      return `Mentions @${problem.username}, who is not part of the conversation.`
    case 'too_many_hashtags':
      return `${problem.count} hashtags; at most ${problem.limit} are allowed.`
    case 'too_many_cashtags':
      return `${problem.count} cashtags; X takes ${problem.limit}.`
    case 'copied_words':
      return `Repeats someone else’s words: “${problem.words}”.`
    case 'leaked_secret':
      return 'Holds something that looks like a secret.'
  }
}

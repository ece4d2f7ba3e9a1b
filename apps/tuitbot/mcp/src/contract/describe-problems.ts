import { type DraftProblem } from '@tuitbot/core'

/** Everything that is wrong with a draft, in one line. */
export function describeProblems(problems: readonly DraftProblem[]): string {
  return problems.map(describe).join('; ')
}

function describe(problem: DraftProblem): string {
  switch (problem.code) {
    case 'empty':
      return 'text must not be empty'
    case 'too_long':
      return `the text weighs ${problem.length} of ${problem.limit} characters: shorten it`
    case 'hidden_characters':
      return `the text holds ${problem.count} characters that nobody sees (${problem.kind}), the first at ${problem.at}`
    case 'banned_phrase':
      return `the text holds "${problem.phrase}", which this account does not say`
    case 'near_duplicate':
      return `the text is much like one that was posted before (${problem.of})`
    case 'self_reply':
      return 'the post to answer is the own one'
    case 'foreign_link':
      return `the link ${problem.link} leads where this account does not link to`
    case 'foreign_mention':
      return `@${problem.username} may not be mentioned`
    case 'too_many_hashtags':
      return `${problem.count} hashtags are more than ${problem.limit}`
    case 'too_many_cashtags':
      return `${problem.count} cashtags are more than ${problem.limit}`
    case 'copied_words':
      return `the text repeats what is answered: "${problem.words}"`
    case 'leaked_secret':
      return 'the text holds a secret'
  }
}

import { type RunningSimulator } from '@tuitbot/x-simulator'

interface Question {
  readonly by: string
  readonly text: string
}

/** Two people have a question at once, so that there is something to look at; at the next start it is two others. */
export function greet(x: RunningSimulator): void {
  const isAsked = ({ by, text }: Question) => x.account(by).posts.some((post) => post.text === text)
  const left = QUESTIONS.filter((question) => !isAsked(question))
  for (const { by, text } of (left.length > 0 ? left : QUESTIONS).slice(0, 2)) x.post(by, { text })
}

const QUESTIONS: readonly Question[] = [
  {
    by: 'bob',
    text: '@alice can I get my log out of Lantern as plain text? Asking before I put years in.',
  },
  {
    by: 'carol',
    text: 'Three weeks with Lantern by @alice, and I know what I did on Tuesday. What is next?',
  },
  {
    by: 'erin',
    text: '@alice does Lantern work without a network? My best hours are on trains.',
  },
  {
    by: 'grace',
    text: 'Moved my side projects to Lantern this weekend. @alice, can two people share one log?',
  },
  {
    by: 'carol',
    text: '@alice is there a keyboard shortcut for a new entry in Lantern? I looked, twice.',
  },
  {
    by: 'bob',
    text: 'My Lantern log is a year old today. @alice, what do people do with old entries?',
  },
]

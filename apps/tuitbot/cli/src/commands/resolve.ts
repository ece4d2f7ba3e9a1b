import { resolve, wordOfIntent, type Finding } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun, type Options } from '../commands.js'
import { withTuitbot } from '../open-home.js'

export const run: CommandRun = ([intent = ''], options, io) =>
  withTuitbot(options, io, async ({ ctx, owner }) => {
    const finding = findingOf(options)
    const decided = await resolve(ctx, { intent, by: owner, finding })
    answer(io, options, decided, () => {
      switch (decided.kind) {
        case 'decided':
          return `${intent}  ${wordOfIntent(decided.intent)}`
        case 'moved_on':
          return `${intent} needs nobody: ${wordOfIntent(decided.intent)}`
        case 'denied':
          return `refused: ${decided.reason}`
        case 'conflict':
          return 'refused: this post belongs to another intent'
      }
    })
    return decided.kind === 'decided' ? 0 : 1
  })

function findingOf({ posted, notPosted, lookAgain }: Options): Finding {
  const said = [posted, notPosted, lookAgain].filter((one) => one !== undefined && one !== false)
  if (said.length !== 1) {
    throw new TypeError('say what you found: one of --posted, --not-posted and --look-again')
  }
  if (notPosted) return { kind: 'not_done' }
  if (lookAgain) return { kind: 'look_again' }
  return { kind: 'done', ...(typeof posted === 'string' && { postId: posted }) }
}

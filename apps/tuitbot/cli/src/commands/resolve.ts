import { resolve, wordOfIntent, type Finding } from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun, type Options } from '../commands.js'
import { intentId } from '../intent-id.js'
import { withTuitbot } from '../open-home.js'
import { findPostId } from '../post-id.js'
import { CliError } from '../report-error.js'

export const run: CommandRun = ([id = ''], options, io) =>
  withTuitbot(options, io, async (tuitbot) => {
    const { ctx, owner } = tuitbot
    const finding = findingOf(options)
    const intent = await intentId(tuitbot, id)
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
    throw new CliError(
      'it was not said what you found',
      'Say one of --posted, --not-posted and --look-again',
    )
  }
  if (notPosted) return { kind: 'not_done' }
  if (lookAgain) return { kind: 'look_again' }
  return { kind: 'done', ...(typeof posted === 'string' && { postId: postIdOf(posted) }) }
}

function postIdOf(text: string): string {
  const id = findPostId(text)
  if (id !== undefined) return id
  throw new CliError(
    `${text} is no id of a post`,
    'Give the number at the end of its address on X, or the address itself',
  )
}

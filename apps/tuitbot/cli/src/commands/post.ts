import { type Outcome } from '@armorer/gateway'
import {
  createPost,
  describeDraftProblem,
  getTweet,
  priceOf,
  problemsWith,
  publish,
  sayOutcome,
  toAnswered,
  weightedLength,
  type Draft,
  type DraftProblem,
  type Post,
  type Tuitbot,
} from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun, type Options } from '../commands.js'
import { type Io } from '../io.js'
import { ACCOUNT, withTuitbot } from '../open-home.js'
import { dollars, oneLine, showOutcome } from '../show.js'
import { CliError } from '../report-error.js'
import { findPostId } from '../post-id.js'
import { wrongUsage } from '../wrong-usage.js'

export const run: CommandRun = ([text = ''], options, io) =>
  withTuitbot(options, io, async (tuitbot) => {
    const target = await findTarget(tuitbot, options)
    const draft = await toDraft(tuitbot, text, target, options)
    if (options['yes'] !== true) {
      // Nobody is asked about what cannot be posted.
      const problems = await problemsWith(tuitbot.ctx, draft)
      if (problems.length > 0) throw refused(problems)
      await confirm(draft, target, io)
    }
    const result = await publish(tuitbot.ctx, tuitbot.owner, draft, { confirmed: true })
    if (result.kind === 'unfit') throw refused(result.problems)
    const said = await sayOutcome(tuitbot.ctx, result, createPost.name)
    answer(io, options, result, () => showOutcome(result, said))
    return isDone(result) ? 0 : 1
  })

async function findTarget({ ctx }: Tuitbot, { replyTo }: Options): Promise<Post | undefined> {
  if (typeof replyTo !== 'string') return undefined
  const id = findPostId(replyTo)
  if (id !== undefined) return getTweet(ctx.x, id)
  throw wrongUsage(`--reply-to takes the id or the address of a post, not ${replyTo || 'nothing'}`)
}

async function toDraft(
  { ctx }: Tuitbot,
  text: string,
  target: Post | undefined,
  { key }: Options,
): Promise<Draft> {
  return {
    account: ACCOUNT,
    text,
    ...(target && { replyTo: await toAnswered(ctx, ACCOUNT, target) }),
    ...(typeof key === 'string' && { idempotencyKey: checkKey(key) }),
  }
}

/** As many as the gateway keeps. */
const LONGEST_KEY = 200

function checkKey(key: string): string {
  if (key.length > 0 && key.length <= LONGEST_KEY) return key
  throw wrongUsage(`--key takes a text of 1 to ${LONGEST_KEY} letters`)
}

function refused(problems: readonly DraftProblem[]): CliError {
  return new CliError(`refused: ${problems.map(describeDraftProblem).join(' ')}`)
}

async function confirm(
  { text }: Draft,
  target: Post | undefined,
  io: Pick<Io, 'ask'>,
): Promise<void> {
  const preview = [
    ...(target ? [`In answer to ${showTarget(target)}\n`] : []),
    `${text}\n  ${weightedLength(text)} of 280 characters, ${dollars(priceOf({ text }))}\n`,
  ]
  const said = await io.ask(`${preview.join('')}Post this? [y/N] `).catch((error: unknown) => {
    throw new CliError('not posted', undefined, { cause: error })
  })
  if (said === undefined) {
    throw new CliError(
      'not posted: nobody is here to be asked',
      'To post without being asked, add --yes',
    )
  }
  if (!/^y(?:es)?$/i.test(said.trim())) throw new CliError('not posted')
}

function showTarget({ author, authorId = 'somebody', text }: Post): string {
  return `${author ? `@${author.username}` : authorId}: ${oneLine(text, 280)}`
}

function isDone({ kind }: Outcome): boolean {
  return kind === 'executed' || kind === 'replayed' || kind === 'needs_approval'
}

import { type Outcome } from '@armorer/gateway'
import {
  createPost,
  describeDraftProblem,
  getTweet,
  priceOf,
  publish,
  sayOutcome,
  weightedLength,
  type Draft,
  type Tuitbot,
} from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun, type Options } from '../commands.js'
import { type Io } from '../io.js'
import { ACCOUNT, withTuitbot } from '../open-home.js'
import { dollars, showOutcome } from '../show.js'
import { CliError } from '../report-error.js'

export const run: CommandRun = ([text = ''], options, io) =>
  withTuitbot(options, io, async (tuitbot) => {
    const draft = await toDraft(tuitbot, text, options)
    if (options['yes'] !== true) await confirm(draft, io)
    const result = await publish(tuitbot.ctx, tuitbot.owner, draft, { confirmed: true })
    if (result.kind === 'unfit') {
      throw new CliError(`refused: ${result.problems.map(describeDraftProblem).join(' ')}`)
    }
    const said = await sayOutcome(tuitbot.ctx, result, createPost.name)
    answer(io, options, result, () => showOutcome(result, said))
    return isDone(result) ? 0 : 1
  })

async function toDraft({ ctx }: Tuitbot, text: string, options: Options): Promise<Draft> {
  const id = options['replyTo']
  const key = options['key']
  const target = typeof id === 'string' ? await getTweet(ctx.x, id) : undefined
  return {
    account: ACCOUNT,
    text,
    ...(target && { replyTo: { id: target.id, authorId: target.authorId ?? '' } }),
    ...(typeof key === 'string' && { idempotencyKey: key }),
  }
}

async function confirm({ text }: Draft, io: Pick<Io, 'ask'>): Promise<void> {
  const preview = `${text}\n  ${weightedLength(text)} of 280 characters, ${dollars(priceOf({ text }))}\n`
  const said = await io.ask(`${preview}Post this? [y/N] `)
  if (said === undefined) {
    throw new CliError('not posted: nobody is here to be asked', 'To post without, add --yes')
  }
  if (!/^y(?:es)?$/i.test(said.trim())) throw new CliError('not posted')
}

function isDone({ kind }: Outcome): boolean {
  return kind === 'executed' || kind === 'replayed' || kind === 'needs_approval'
}

import {
  approve,
  decideAll,
  NotFound,
  reject,
  type BulkDecision,
  type WorkflowCtx,
} from '@tuitbot/core'
import { answer } from './answer.js'
import { approvalId, WHERE_TO_LOOK } from './approval-id.js'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { cameAbout, describeDecision, reportDecision } from './report-decision.js'
import { CliError } from './report-error.js'
import { withApprovals } from './with-approvals.js'

/** Approves or rejects one or several, and says of each what came of it. */
export function decideAtTerminal(
  verb: 'approve' | 'reject',
  words: readonly string[],
  options: Options,
  io: Io,
): Promise<number> {
  const ids = words.map(approvalId)
  const { note } = options
  return withApprovals(options, io, async ({ ctx, owner }) => {
    const terms = { by: owner, ...(typeof note === 'string' && { note }) }
    const [id] = ids
    if (id !== undefined && ids.length === 1) {
      const decide = verb === 'approve' ? approve : reject
      return reportDecision(await decide(ctx, { ...terms, id }), options, io)
    }
    return decideSeveral(ctx, verb, { ...terms, wanted: ids.map((id) => ({ id })) }, options, io)
  })
}

async function decideSeveral(
  ctx: WorkflowCtx,
  verb: 'approve' | 'reject',
  terms: BulkDecision,
  options: Options,
  io: Io,
): Promise<number> {
  const decided = await decideAll(ctx, verb, terms).catch((error: unknown) => {
    if (!(error instanceof NotFound)) throw error
    const message = `${error.message}, so nothing was decided`
    throw new CliError(message, WHERE_TO_LOOK, { cause: error })
  })
  if (decided.kind === 'denied') return reportDecision(decided, options, io)
  const { results } = decided
  answer(io, options, results, () => results.map(describeDecision).join('\n'))
  return results.every(cameAbout) ? 0 : 1
}

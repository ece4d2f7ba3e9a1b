import { type WorkflowCtx } from './ctx.js'
import { toResult, type Decision, type DecisionResult } from './decide.js'
import { getApproval } from './list-approvals.js'
import { problemWithNote } from './note.js'

type Remark = Pick<Decision, 'id' | 'by'>

/** Keeps a word of a person with what waits. */
export async function addNote(
  ctx: WorkflowCtx,
  { id, by, note }: Remark & { readonly note: string },
): Promise<DecisionResult> {
  const { intent } = await getApproval(ctx, id)
  if (note.trim() === '') return refused('there is nothing to note')
  const problem = problemWithNote(note)
  if (problem !== undefined) return refused(problem)
  const remark = { intent, by: { principal: by, note: note.trim() } }
  return toResult(ctx, await ctx.gateway.remark(remark))
}

/** Does not want to see it before then. It runs out all the same. */
export async function snooze(
  ctx: WorkflowCtx,
  { id, by, until }: Remark & { readonly until: number },
): Promise<DecisionResult> {
  const { intent, expiresAt } = await getApproval(ctx, id)
  if (!(until > ctx.clock.now())) return refused('that is over already')
  if (expiresAt !== null && until >= expiresAt) return refused('it runs out before then')
  const snoozeUntil = Math.trunc(until)
  return toResult(ctx, await ctx.gateway.remark({ intent, by: { principal: by }, snoozeUntil }))
}

function refused(reason: string): DecisionResult {
  return { kind: 'denied', code: 'invalid_input', reason }
}

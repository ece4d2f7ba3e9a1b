import { type WorkflowCtx } from './ctx.js'
import { toResult, type Decision, type DecisionResult } from './decide.js'
import { getApproval } from './list-approvals.js'
import { problemsWith } from './publish.js'
import { type DraftProblem } from '../toolkit/safety/check-draft.js'
import { createPost } from './operations.js'

export type EditResult =
  | DecisionResult
  | { readonly kind: 'unfit'; readonly problems: readonly DraftProblem[] }

/** The person's own words instead. They are checked like any other draft, and wait for approval as before. */
export async function edit(
  ctx: WorkflowCtx,
  { id, by, note, content, text }: Decision & { readonly text: string },
): Promise<EditResult> {
  const { intent, account, operation } = await getApproval(ctx, id)
  const kept = await ctx.gateway.show(intent)
  if (operation !== createPost.name || !kept) {
    return {
      kind: 'denied',
      code: 'invalid_input',
      reason: 'only the text of a post can be edited',
    }
  }
  // Only the words change: whom it answers, and what is attached, stay as they were asked for.
  const args = { ...createPost.input.parse(kept.args), text }
  const { mediaIds = [] } = args
  const problems = await problemsWith(ctx, { account, text, mediaIds })
  if (problems.length > 0) return { kind: 'unfit', problems }
  return toResult(ctx, await ctx.gateway.edit(intent, { principal: by, note, content }, args))
}

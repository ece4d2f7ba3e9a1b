import { type Decided, type Principal } from '@armorer/gateway'
import { argsOf } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { getIntent } from './get-intent.js'
import { createPost } from './operations.js'

/** What a person found on X about something of which Tuitbot could not find out whether it happened. */
export type Finding =
  /** It is there; its id, if the person knows it. */
  | { readonly kind: 'done'; readonly postId?: string | undefined }
  | { readonly kind: 'not_done' }
  /** It is worth another look. */
  | { readonly kind: 'look_again' }

export interface Resolving {
  readonly intent: string
  readonly by: Principal
  readonly finding: Finding
}

/** Ends what needs a person, by what the person has found. */
export async function resolve(
  { gateway }: WorkflowCtx,
  { intent: id, by, finding }: Resolving,
): Promise<Decided> {
  const intent = await getIntent(gateway, id)
  const decider = { principal: by }
  if (finding.kind === 'not_done') return gateway.resolve(id, decider, { kind: 'not_applied' })
  if (finding.kind === 'look_again') return gateway.resolve(id, decider, { kind: 'go_on' })
  const { postId } = finding
  if (postId === undefined || intent.operation !== createPost.name) {
    return gateway.resolve(id, decider, { kind: 'applied' })
  }
  const value = { id: postId, text: argsOf(intent).text }
  return gateway.resolve(id, decider, { kind: 'applied', value, externalId: postId })
}

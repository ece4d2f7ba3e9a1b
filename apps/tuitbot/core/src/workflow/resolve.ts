import { type Decided, type Principal } from '@armorer/gateway'
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
  const isPost = intent.operation === createPost.name
  const { postId } = finding
  return gateway.resolve(id, decider, {
    kind: 'applied',
    ...(isPost && postId !== undefined && { value: { id: postId }, externalId: postId }),
  })
}

import { type Intent } from '@armorer/gateway'
import { type WorkflowCtx } from './ctx.js'
import { createPost } from './operations.js'

/** The intent that a post on X came from; `undefined` where it did not come from here. */
export async function findPosted(
  { gateway }: WorkflowCtx,
  account: string,
  postId: string,
): Promise<Intent | undefined> {
  const operations = [createPost.name]
  const [posted] = await gateway.list({ account, operations, externalId: postId, limit: 1 })
  return posted
}

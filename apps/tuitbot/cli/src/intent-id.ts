import { findPosted, getApproval, NotFound, type Tuitbot } from '@tuitbot/core'
import { findApprovalId } from './approval-id.js'
import { findPostId } from './post-id.js'

/** Which intent is meant: by the number of its approval, by its own id, or by the id or address of the post that it made. */
export async function intentId(
  { ctx, account }: Pick<Tuitbot, 'ctx' | 'account'>,
  text: string,
): Promise<string> {
  const postId = findPostId(text)
  const posted = postId === undefined ? undefined : await findPosted(ctx, account, postId)
  if (posted) return posted.id
  const number = findApprovalId(text)
  if (number !== undefined) return (await getApproval(ctx, number)).intent
  if (postId === undefined) return text
  throw new NotFound(`no post or approval has the id ${postId}`)
}

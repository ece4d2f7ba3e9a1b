import { getApproval, type Tuitbot } from '@tuitbot/core'
import { findApprovalId } from './approval-id.js'

/** Which intent is meant by the id that activity shows, or by the number of an approval. */
export async function intentId({ ctx }: Pick<Tuitbot, 'ctx'>, text: string): Promise<string> {
  const number = findApprovalId(text)
  return number === undefined ? text : (await getApproval(ctx, number)).intent
}

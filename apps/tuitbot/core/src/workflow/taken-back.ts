import { type Denial, type Principal } from '@armorer/gateway'
import { listUndone } from '../storage/undone.js'
import { type WorkflowCtx } from './ctx.js'
import { type PublishResult } from './publish.js'

/** The post that answers for what was asked, if it is one that was undone here since: it stands no longer. */
export async function findTakenBack(
  { db }: Pick<WorkflowCtx, 'db'>,
  account: string,
  result: PublishResult,
): Promise<string | undefined> {
  if (result.kind !== 'replayed' || result.value === undefined) return undefined
  const { id } = result.value
  const undone = await db.read((db) => listUndone(db, account, [id]))
  return undone.has(id) ? id : undefined
}

/** The same wish stays answered, now with what has become of it. */
export function sayTakenBack(by: Principal, postId: string): Denial {
  const how =
    by.kind === 'person'
      ? 'to post it again, ask without a key'
      : 'do not ask for it again, unless with other words'
  const reason = `this was posted as ${postId} and taken back: ${how}`
  return { kind: 'denied', code: 'repeat_not_allowed', reason }
}

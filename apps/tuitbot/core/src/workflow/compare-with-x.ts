import { type Comparison, type Principal } from '@armorer/gateway'
import { findAccount } from '../storage/accounts.js'
import { addActivity } from '../storage/activity.js'
import { findCursor, putCursor } from '../storage/cursors.js'
import { listUndone } from '../storage/undone.js'
import { listMadePosts } from '../toolkit/list-own-posts.js'
import { type WorkflowCtx } from './ctx.js'
import { createPost } from './operations.js'

const CURSOR = 'compared'
/** X's clock and ours. */
const CLOCKS_DIFFER_MS = 60_000
const COMPARISON: Principal = { kind: 'loop', id: 'comparison' }

/**
 * Holds what the account shows on X against what was asked for here, since the last time. Where they differ, the account is
 * paused until a person has looked. The first time there is nothing to compare with: it begins then.
 */
export async function compareWithX(
  ctx: WorkflowCtx,
  account: string,
): Promise<Comparison | undefined> {
  const { db, x, gateway, clock } = ctx
  const now = clock.now()
  const { own, cursor } = await db.read((db) => ({
    own: findAccount(db, account),
    cursor: findCursor(db, account, CURSOR),
  }))
  if (!own) throw new Error(`the account ${account} is not known; log in first`)
  if (cursor === undefined) {
    await db.write((db) => putCursor(db, account, CURSOR, String(now)))
    return undefined
  }
  const since = Number(cursor)
  const posts = await listMadePosts(x, own.user_id, { from: since - CLOCKS_DIFFER_MS, until: now })
  if (!posts) {
    const reason = 'X shows more posts since the last comparison than can be compared'
    await conclude(ctx, { account, reason, until: now })
    return undefined
  }
  const comparison = await gateway.compare({
    account,
    operation: createPost.name,
    since,
    items: posts.map(({ id, at }) => ({ externalId: id, at })),
    isGone: (id) => db.read((db) => listUndone(db, account, [id]).has(id)),
  })
  await conclude(ctx, { account, reason: describe(comparison), until: comparison.until })
  return comparison
}

/** Pauses the account where there is a reason, in the words of who has to look, and notes how far it was compared. */
async function conclude(
  { db, gateway, clock }: WorkflowCtx,
  compared: { account: string; reason: string | undefined; until: number },
): Promise<void> {
  const { account, reason, until } = compared
  if (reason !== undefined) await gateway.pause({ account, by: COMPARISON, reason })
  await db.write((db) => {
    putCursor(db, account, CURSOR, String(until))
    if (reason !== undefined) {
      const message = `${reason}. Nothing leaves until you resume`
      addActivity(db, { account, at: clock.now(), kind: 'compared', message })
    }
  })
}

function describe({ strangers, missing }: Comparison): string | undefined {
  const said = [
    ...strangers.map(
      ({ externalId }) => `X shows the post ${externalId}, which nobody asked for here`,
    ),
    ...missing.map(({ externalId }) => `the post ${externalId} is not on X any more`),
  ]
  if (said.length === 0) return undefined
  const more = said.length > 3 ? `, and ${said.length - 3} more like it` : ''
  return `${said.slice(0, 3).join('; ')}${more}`
}

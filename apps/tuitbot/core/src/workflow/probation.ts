import { digest } from '@armorer/core'
import { type Principal } from '@armorer/gateway'
import { addActivity } from '../storage/activity.js'
import { findCursor, putCursor } from '../storage/cursors.js'
import { findLoginMark } from '../storage/logins.js'
import { VERSION } from '../version.js'
import { type WorkflowCtx } from './ctx.js'
import { decidingOf, limitsOf, listRules } from './policy.js'

const TUITBOT: Principal = { kind: 'loop', id: 'tuitbot' }

/** What posts may come out otherwise by, once it has changed. */
const REASONS = {
  version: `Tuitbot was updated to ${VERSION}`,
  rules: 'your rules or limits have changed',
  login: 'you have logged in to X anew',
} as const

type Watched = keyof typeof REASONS

/**
 * After an update, changed rules or a new login, a person sees the next changes of the account, whatever the rules allow.
 * Of an account that is new there is nothing that could have changed.
 */
export async function beginProbation(
  ctx: WorkflowCtx,
  { account, isNew }: { readonly account: string; readonly isNew: boolean },
): Promise<void> {
  const { db, config, gateway, clock } = ctx
  const { now, changed, isWatched } = await db.read((db) => {
    const now = { version: VERSION, rules: rulesOf(ctx), login: findLoginMark(db, account) ?? '' }
    const seen = (name: Watched) => findCursor(db, account, seenName(name))
    const changed = NAMES.filter((name) => seen(name) !== now[name])
    return { now, changed, isWatched: seen('version') !== undefined }
  })
  if (changed.length === 0) return
  const { firstChanges: changes } = config.approvals
  const isProbation = !isNew && changes > 0
  // A version that did not watch over it was older than this one; of the rest nothing is known.
  const said = isWatched ? changed : (['version'] as const)
  const reason = said.map((name) => REASONS[name]).join(', and ')
  // First of all this: whoever dies now begins it again, and whoever dies later has nothing left to do.
  if (isProbation) await gateway.beginProbation({ account, by: TUITBOT, reason, changes })
  await db.write((db) => {
    for (const name of changed) putCursor(db, account, seenName(name), now[name])
    if (!isProbation) return
    const message = `${reason}: you see the next ${changes} changes before they go out`
    addActivity(db, { account, at: clock.now(), kind: 'probation', message })
  })
}

const NAMES: readonly Watched[] = ['version', 'rules', 'login']

function rulesOf({ config }: WorkflowCtx): string {
  const rules = {
    mode: config.mode,
    rules: listRules(config),
    limits: limitsOf(config),
    approvals: decidingOf(config),
  }
  return digest(JSON.parse(JSON.stringify(rules)))
}

function seenName(name: Watched): string {
  return `seen:${name}`
}

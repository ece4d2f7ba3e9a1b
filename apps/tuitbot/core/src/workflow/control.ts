import { type Principal } from '@armorer/gateway'
import { type WorkflowCtx } from './ctx.js'

interface Switching {
  readonly by: Principal
  readonly reason: string
}

export type PauseResult =
  | { readonly kind: 'paused'; readonly reason: string }
  /** It was before, for the reason that was given then. */
  | { readonly kind: 'already_paused'; readonly reason: string }
  | { readonly kind: 'refused'; readonly reason: string }

/** It is one line, wherever it stands. */
const LONGEST_REASON = 200

/** What holds for no account in particular holds for all. */
const EVERY_ACCOUNT = ''

/** Nothing leaves from now on, of whatever account. */
export async function pause(
  { gateway }: WorkflowCtx,
  { by, reason: given }: Switching,
): Promise<PauseResult> {
  const reason = given.trim()
  if (reason === '') return { kind: 'refused', reason: 'the reason of a pause is empty' }
  if (reason.length > LONGEST_REASON) {
    const message = `the reason of a pause has at most ${LONGEST_REASON} letters`
    return { kind: 'refused', reason: message }
  }
  const before = await gateway.control(EVERY_ACCOUNT)
  if (before.paused) return { kind: 'already_paused', reason: before.reason ?? '' }
  await gateway.pause({ by, reason })
  return { kind: 'paused', reason }
}

/** Things leave again: also those of an account that has stopped by itself. */
export async function resume(
  { gateway }: WorkflowCtx,
  { account, by, reason }: Switching & { readonly account: string },
): Promise<void> {
  await gateway.resume({ by, reason })
  if ((await gateway.control(account)).paused) await gateway.resume({ account, by, reason })
}

import { type Intent, notSentYet } from '@armorer/gateway'

/** Why something needs a person who looks; with what went wrong, where that is known. */
export function sayLost(message: string | undefined): string {
  const wrong = message === undefined ? '' : ` (${message})`
  return `it was sent, and what came of it could not be found out${wrong}: look at X, and say what you found`
}

/** Why an intent stands as it does, where its state does not say it all. */
export function reasonOfIntent({ state, failure, reason }: Intent): string | undefined {
  switch (state) {
    case 'denied':
    case 'failed':
    case 'unknown':
      return failure?.message ?? reason
    case 'needs_human':
      return sayLost(failure?.message)
    case 'approved':
      return failure && notSentYet(failure)
    case 'awaiting_approval':
    case 'claimed':
    case 'dispatched':
    case 'succeeded':
    case 'rejected':
    case 'expired':
    case 'dry_run':
      return undefined
  }
}

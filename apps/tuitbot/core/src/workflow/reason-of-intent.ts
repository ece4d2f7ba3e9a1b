import { type Intent, notSentYet } from '@armorer/gateway'

/** Why an intent stands as it does, where its state does not say it all. */
export function reasonOfIntent({ state, failure, reason }: Intent): string | undefined {
  switch (state) {
    case 'denied':
    case 'failed':
    case 'needs_human':
    case 'unknown':
      return failure?.message ?? reason
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

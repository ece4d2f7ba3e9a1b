import { type Intent, type Outcome } from '@armorer/gateway'

/** What became of something, in the same words everywhere: page, terminal, MCP. */
export type Word =
  | 'posted'
  | 'deleted'
  | 'waiting for you'
  | 'waiting for others'
  | 'on its way'
  | 'refused'
  | 'already posted'
  | 'not yet known'
  | 'needs you'
  | 'failed'
  | 'rejected'
  | 'expired'
  | 'rehearsed'
  | 'undone'

/** Whether somebody decides about it still, be it you or others. */
export function isWaiting(word: Word): boolean {
  return word === 'waiting for you' || word === 'waiting for others'
}

export function wordOfOutcome({ kind }: Outcome, operation: string): Word {
  switch (kind) {
    case 'executed':
      return doneWord(operation)
    case 'replayed':
      return operation === 'post.delete' ? 'deleted' : 'already posted'
    case 'in_progress':
      return 'on its way'
    case 'needs_approval':
      return 'waiting for you'
    case 'dry_run':
      return 'rehearsed'
    case 'denied':
    case 'conflict':
      return 'refused'
    case 'failed':
      return 'failed'
    case 'unknown':
      return 'not yet known'
    case 'needs_human':
      return 'needs you'
  }
}

export function wordOfIntent({ state, operation }: Pick<Intent, 'state' | 'operation'>): Word {
  switch (state) {
    case 'succeeded':
      return doneWord(operation)
    case 'awaiting_approval':
      return 'waiting for you'
    case 'approved':
    case 'claimed':
    case 'dispatched':
      return 'on its way'
    case 'unknown':
      return 'not yet known'
    case 'needs_human':
      return 'needs you'
    case 'denied':
      return 'refused'
    case 'dry_run':
      return 'rehearsed'
    case 'failed':
    case 'rejected':
    case 'expired':
      return state
  }
}

function doneWord(operation: string): Word {
  return operation === 'post.delete' ? 'deleted' : 'posted'
}

import type { ApprovalCard } from '@tuitbot/server'

/** Whether somebody decides about it still, be it you or others. */
export function isWaiting({ status }: Pick<ApprovalCard, 'status'>): boolean {
  return status === 'waiting for you' || status === 'waiting for others'
}

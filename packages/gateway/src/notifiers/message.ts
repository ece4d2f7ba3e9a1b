import { type JsonValue } from '@armorer/core'
import { type DescribedIntent } from '../describe.js'

/** What is told of an approval to someone outside: enough to know what it is about, and where to find it. */
export function messageFor({ intent, preview, uses }: DescribedIntent): JsonValue {
  const { id, queueId, account, operation, principal, rule, reason, content, expiresAt } = intent
  const message = { type: 'approval.waiting', id, queueId, account, operation, principal, rule }
  return JSON.parse(JSON.stringify({ ...message, reason, content, preview, uses, expiresAt }))
}

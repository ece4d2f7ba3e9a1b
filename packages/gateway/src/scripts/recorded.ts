import { type RecordedIntent, type RecordedPage } from '../policy-store.js'
import { toRecorded } from './rows.js'
import { builder } from './statement.js'
import { type Transaction } from './transaction.js'

/** What was asked and what was said to it, oldest first. Only what that takes is read: there may be very much of it. */
export function listRecorded(tx: Transaction, page: RecordedPage): RecordedIntent[] {
  let query = builder
    .selectFrom('gateway_intent')
    .select([
      'id',
      'account',
      'principal_kind',
      'principal_id',
      'mode',
      'operation',
      'class',
      'args_json',
      'labels_json',
      'rule',
      'decision',
      'state',
      'created_at',
    ])
    .where('id', '>', page.after)
    .where('created_at', '>=', page.since)
  if (page.account !== undefined) query = query.where('account', '=', page.account)
  return tx.select(query.orderBy('id').limit(page.limit)).map(toRecorded)
}

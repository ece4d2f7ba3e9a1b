import { EVERYONE, type AuditHead } from '../audit.js'
import { checkpointPayload } from '../audit/special-links.js'
import { getHead, listHeads } from './audit-trail.js'
import { openChain } from './chain.js'
import { type Transaction } from './transaction.js'

/** Writes down where every chain ends, in the chain of what concerns everyone. */
export function checkpoint(tx: Transaction, now: number): AuditHead {
  // What other scripts of this commit have appended belongs to it too.
  tx.flush()
  const heads = listHeads(tx).filter(({ account }) => account !== EVERYONE)
  const chain = openChain(tx, EVERYONE, now)
  chain.append('checkpoint', '', checkpointPayload(heads))
  chain.save()
  tx.flush()
  return getHead(tx, EVERYONE)
}

import { type AuditEvent, type AuditVerdict } from '../audit.js'
import { listChains, readTrail, startWalk, walkOn } from './audit-trail.js'
import { type Transaction } from './transaction.js'

type Read = <Value>(script: (tx: Transaction) => Value) => Promise<Value>

/** An account's chain, page by page. */
export async function* readChain(
  read: Read,
  account: string,
  since: number,
): AsyncGenerator<AuditEvent> {
  let after = since
  for (;;) {
    const from = after
    const page = await read((tx) => readTrail(tx, account, from))
    const last = page.at(-1)
    if (!last) return
    yield* page
    after = last.seq
  }
}

/** Walks one chain, or all. */
export async function verifyChains(read: Read, account: string | undefined): Promise<AuditVerdict> {
  const accounts = account === undefined ? await read(listChains) : [account]
  let rows = 0
  for (const one of accounts) {
    const verdict = await verifyChain(read, one)
    if (verdict.kind === 'broken') return verdict
    rows += verdict.rows
  }
  return { kind: 'intact', rows }
}

/** Page by page, so that a long chain holds nothing up. */
async function verifyChain(read: Read, account: string): Promise<AuditVerdict> {
  let walk = startWalk(account)
  for (;;) {
    const from = walk
    const next = await read((tx) => walkOn(tx, from))
    if ('kind' in next) return next
    walk = next
  }
}

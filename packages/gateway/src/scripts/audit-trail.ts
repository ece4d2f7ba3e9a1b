import { checkLink, GENESIS, type AuditEvent, type AuditHead, type AuditVerdict } from '../audit.js'
import { ERASED, readPayload } from '../audit/payload.js'
import { statement, type RowOf } from './statement.js'
import { corrupt, type Transaction } from './transaction.js'

const PAGE = 1_000

/** A page of an account's chain, in order. */
export function readTrail(tx: Transaction, account: string, after: number): AuditEvent[] {
  return tx.all(readPage, { account, after, limit: PAGE }).map(toEvent)
}

/** Where a walk along a chain has got to. */
export interface Walk {
  readonly account: string
  readonly seq: number
  readonly head: string
  readonly rows: number
}

export function startWalk(account: string): Walk {
  return { account, seq: 0, head: GENESIS, rows: 0 }
}

/** The ends of all chains that have begun. */
export function listHeads(tx: Transaction): AuditHead[] {
  return tx.all(listBegun, {}).map(({ account, seq, head }) => ({ account, seq, hash: head }))
}

export function getHead(tx: Transaction, account: string): AuditHead {
  const known = tx.find(findHead, { account })
  if (!known) throw corrupt(`${account} has no chain`)
  return { account, seq: known.seq, hash: known.head }
}

export function listChains(tx: Transaction): string[] {
  const known = new Set(tx.all(listAccounts, {}).map(({ account }) => account))
  for (const { account } of tx.all(listAudited, {})) known.add(account)
  return [...known]
}

/** Checks the next page of a chain. `undefined` where the walk goes on. */
export function walkOn(tx: Transaction, walk: Walk): Walk | AuditVerdict {
  const rows = tx.all(readPage, { account: walk.account, after: walk.seq, limit: PAGE })
  let { seq, head } = walk
  for (const row of rows) {
    const reason = checkLink(toLink(row), { seq: seq + 1, prev: head })
    if (reason !== undefined) return broken(walk.account, seq + 1, reason)
    seq = row.seq
    head = row.hash
  }
  const next = { account: walk.account, seq, head, rows: walk.rows + rows.length }
  return rows.length === PAGE ? next : checkEnd(tx, next)
}

/** The account itself knows how long its chain is, so a tail cannot be cut off unseen. Of one that has done nothing there is nothing. */
function checkEnd(tx: Transaction, { account, seq, head, rows }: Walk): AuditVerdict {
  const known = tx.find(findHead, { account })
  if (!known) {
    const isNew = rows === 0 && tx.all(findIntents, { account, limit: 1 }).length === 0
    return isNew ? { kind: 'intact', rows } : broken(account, seq, 'its account is missing')
  }
  if (known.seq !== seq || known.head !== head)
    return broken(account, seq + 1, 'its end is missing')
  return { kind: 'intact', rows }
}

function broken(account: string, seq: number, reason: string): AuditVerdict {
  return { kind: 'broken', account, seq, reason }
}

type Row = RowOf<typeof readPage>

/** A row as an event; what it was about is read too. */
function toEvent(row: Row): AuditEvent {
  return {
    ...toLink(row),
    ...(row.payload_json === null ? ERASED : readPayload(row.payload_json)),
  }
}

/** As much of a row as its chain needs. */
function toLink(row: Row): AuditEvent {
  const { account, seq, at, intent, kind, prev, hash } = row
  return {
    account,
    seq,
    at,
    intent,
    kind,
    payloadHash: row.payload_hash,
    prev,
    hash,
    payload: undefined,
    payloadText: row.payload_json ?? undefined,
  }
}

const readPage = statement<{ account: string; after: number; limit: number }>()((db, p) =>
  db
    .selectFrom('gateway_audit')
    .selectAll()
    .where('account', '=', p('account'))
    .where('seq', '>', p('after'))
    .orderBy('seq')
    .limit(p('limit')),
)

const listAccounts = statement()((db) => db.selectFrom('gateway_account').select('account'))

const listBegun = statement()((db) =>
  db
    .selectFrom('gateway_account')
    .select(['account', 'seq', 'head'])
    .where((eb) => eb('seq', '>', eb.lit(0)))
    .orderBy('account'),
)

const listAudited = statement()((db) => db.selectFrom('gateway_audit').select('account').distinct())

const findIntents = statement<{ account: string; limit: number }>()((db, p) =>
  db
    .selectFrom('gateway_intent')
    .select('id')
    .where('account', '=', p('account'))
    .limit(p('limit')),
)

const findHead = statement<{ account: string }>()((db, p) =>
  db.selectFrom('gateway_account').select(['seq', 'head']).where('account', '=', p('account')),
)

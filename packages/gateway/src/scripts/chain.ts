import { canonicalJson, type JsonValue } from '@armorer/core'
import { wellFormed } from '../canonical.js'
import { GENESIS, linkHash, sha256, type AuditKind } from '../audit.js'
import { type Mutable } from './rows.js'
import { bindingOf, statement } from './statement.js'
import { type AccountTable } from './tables.js'
import { type Recalled } from './recalled-rows.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

/** An account's row, and how long its chain is in the database. */
export interface Account extends AccountTable {
  stored: number
}

const ACCOUNT: Recalled<Account> = { name: 'account' }

/** An account inside one transaction: whether it is paused, what time it is, and the end of its audit chain. */
export interface Chain {
  /** Never earlier than any time that was written before, even if someone has set the clock back. */
  readonly at: number
  /** As this script has found it, and left it so far. */
  readonly account: Readonly<Account>
  /** The outcome of one more. */
  count(ended: 'failed' | 'succeeded'): void
  /** A person has seen one more. */
  useProbation(): void
  append(
    kind: AuditKind,
    intent: string,
    payload: { readonly [key: string]: JsonValue | undefined },
  ): void
  /** Says how far it got. Every script that appends ends with it. */
  save(): void
}

export function openChain(tx: Transaction, name: string, now: number): Chain {
  // A copy: what comes of a script that gives up must not be recalled.
  const account = copyOf(tx.recall(ACCOUNT, name, () => readAccount(tx, name)))
  const at = Math.max(Math.trunc(now), account.seen_at)
  account.seen_at = at

  return {
    at,
    account,
    count(ended) {
      account.failures = ended === 'failed' ? account.failures + 1 : 0
    },
    useProbation() {
      account.probation = Math.max(0, account.probation - 1)
    },
    append(kind, intent, payload) {
      const payloadText = textOf(payload)
      const payloadHash = sha256(payloadText)
      const seq = account.seq + 1
      const prev = account.head
      const hash = linkHash({ account: name, seq, at, intent, kind, payloadHash, prev })
      runOnce(tx, addLink, {
        account: name,
        seq,
        at,
        intent,
        kind,
        payloadHash,
        prev,
        hash,
        payloadText,
      })
      account.seq = seq
      account.head = hash
    },
    save() {
      tx.putOff(ACCOUNT, name, account, () => {
        const { seq, head, failures, probation, stored: before } = account
        runOnce(tx, saveAccount, { account: name, seq, head, at, failures, probation, before })
        account.stored = seq
      })
    },
  }
}

/** Field by field: a spread takes several times as long, and every call comes by here twice. */
function copyOf(row: Account): Mutable<Account> {
  return {
    account: row.account,
    paused: row.paused,
    reason: row.reason,
    seq: row.seq,
    head: row.head,
    seen_at: row.seen_at,
    failures: row.failures,
    probation: row.probation,
    stored: row.stored,
  }
}

/** Part of it was written by strangers, a message of the far side or a note, and need not be well formed. It nearly always is. */
function textOf(payload: object): string {
  try {
    return canonicalJson(payload)
  } catch {
    return canonicalJson(wellFormed(payload))
  }
}

/** What time it is for an account; the clock may have been set back. */
export function timeOf(tx: Transaction, account: string, now: number): number {
  return Math.max(Math.trunc(now), tx.find(findAccount, { account })?.seen_at ?? 0)
}

function readAccount(tx: Transaction, account: string): Account {
  const row = tx.find(findAccount, { account }) ?? addAccount(tx, account)
  checkAccount(row)
  return { ...row, stored: row.seq }
}

function addAccount(tx: Transaction, account: string): AccountTable {
  runOnce(tx, insertAccount, { account, head: GENESIS })
  return { account, paused: 0, reason: null, seq: 0, head: GENESIS, ...FRESH }
}

const FRESH = { seen_at: 0, failures: 0, probation: 0 }

function checkAccount(row: AccountTable): void {
  const { paused, seq, head, seen_at: seenAt, failures, probation } = row
  const readable =
    (paused === 0 || paused === 1) &&
    Number.isSafeInteger(seq) &&
    [seenAt, failures, probation].every(Number.isSafeInteger) &&
    typeof head === 'string' &&
    head.length === GENESIS.length
  if (!readable) throw corrupt('an account cannot be read')
}

/** Whoever changes anything of an account reads this first; where several write at once, it is what they wait for. */
export const findAccount = statement<{ account: string }>()((db, p) =>
  db.selectFrom('gateway_account').selectAll().where('account', '=', p('account')),
)

const insertAccount = statement<{ account: string; head: string }>()((db, p) =>
  db.insertInto('gateway_account').values((eb) => ({
    account: p('account'),
    paused: eb.lit(0),
    reason: eb.lit(null),
    seq: eb.lit(0),
    head: p('head'),
    seen_at: eb.lit(0),
    failures: eb.lit(0),
    probation: eb.lit(0),
  })),
)

export const saveAccount = bindingOf(
  statement<{
    account: string
    seq: number
    head: string
    at: number
    failures: number
    probation: number
    before: number
  }>()((db, p) =>
    db
      .updateTable('gateway_account')
      .set({
        seq: p('seq'),
        head: p('head'),
        seen_at: p('at'),
        failures: p('failures'),
        probation: p('probation'),
      })
      .where('account', '=', p('account'))
      .where('seq', '=', p('before')),
  ),
  (row) => [row.seq, row.head, row.at, row.failures, row.probation, row.account, row.before],
)
export const addLink = bindingOf(
  statement<{
    account: string
    seq: number
    at: number
    intent: string
    kind: AuditKind
    payloadHash: string
    prev: string
    hash: string
    payloadText: string
  }>()((db, p) =>
    db.insertInto('gateway_audit').values({
      account: p('account'),
      seq: p('seq'),
      at: p('at'),
      intent: p('intent'),
      kind: p('kind'),
      payload_hash: p('payloadHash'),
      prev: p('prev'),
      hash: p('hash'),
      payload_json: p('payloadText'),
    }),
  ),
  (row) => [
    row.account,
    row.seq,
    row.at,
    row.intent,
    row.kind,
    row.payloadHash,
    row.prev,
    row.hash,
    row.payloadText,
  ],
)

import { EVERYONE } from '../audit.js'
import {
  type ControlView,
  type PauseInput,
  type ProbationInput,
  type StoreDenial,
} from '../store.js'
import { type Principal } from '../request.js'
import { openChain, type Chain } from './chain.js'
import { forgetMishaps } from './mishaps.js'
import { statement } from './statement.js'
import { type Recalled } from './recalled-rows.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

/** What holds for every account, as the transaction finds it. */
export interface Control extends ControlView {
  readonly policyDigest: string | null
}

const CONTROL: Recalled<Control> = { name: 'control' }

/** The same for scripts that write, to which nobody else's change is unknown. */
export function recallControl(tx: Transaction): Control {
  return tx.recall(CONTROL, '', () => readControl(tx))
}

/** Why nobody may write now, if nobody may: read in the very transaction that would let it out. */
export function haltedBy(
  control: Control,
  chain: Chain,
  writerVersion: number,
): StoreDenial | undefined {
  if (control.paused) return paused('everything is paused', control.reason)
  const { account } = chain
  if (account.paused === 1) return paused('this account is paused', account.reason)
  if (writerVersion < control.minWriterVersion) {
    const reason = `this program writes as version ${writerVersion}, and at least ${control.minWriterVersion} is wanted: update it`
    return { kind: 'denied', code: 'old_writer', reason }
  }
  return undefined
}

export function readControl(tx: Transaction): Control {
  const row = tx.find(findControl, {})
  const readable =
    row !== undefined &&
    (row.paused === 0 || row.paused === 1) &&
    Number.isSafeInteger(row.min_writer_version) &&
    Number.isSafeInteger(row.policy_version) &&
    Number.isSafeInteger(row.lifted_until)
  if (!readable) throw corrupt('the control row cannot be read')
  return {
    paused: row.paused === 1,
    reason: row.reason ?? undefined,
    minWriterVersion: row.min_writer_version,
    policyVersion: row.policy_version,
    policyDigest: row.policy_digest,
    liftedUntil: row.lifted_until === 0 ? undefined : row.lifted_until,
  }
}

export function viewControl(tx: Transaction, account: string): ControlView {
  const { policyDigest: _, ...control } = readControl(tx)
  const [own] = tx.all(findPause, { account })
  if (control.paused || own?.paused !== 1) return control
  return { ...control, paused: true, reason: own.reason ?? undefined }
}

export function setPaused(
  tx: Transaction,
  { account, by, reason }: PauseInput,
  now: number,
  paused: boolean,
): void {
  const chain = openChain(tx, account ?? EVERYONE, now)
  const to = { paused: paused ? 1 : 0, reason: paused ? reason : null }
  if (account === undefined) runOnce(tx, pauseAll, to)
  else runOnce(tx, pauseAccount, { ...to, account })
  chain.append(paused ? 'paused' : 'resumed', '', { by: { ...by }, reason })
  if (!paused) chain.count('succeeded')
  chain.save()
  tx.flush()
  if (!paused) forgetMishaps(tx, account)
}

/** What comes next must be seen by a person, so many times: an upgrade, a new policy or a new login may have broken something. */
export function beginProbation(
  tx: Transaction,
  { account, by, reason, changes }: ProbationInput,
  now: number,
): void {
  const chain = openChain(tx, account ?? EVERYONE, now)
  chain.append('probation', '', { by: { ...by }, reason, changes })
  chain.save()
  tx.flush()
  if (account === undefined) tx.run(probationForAll, { changes })
  else runOnce(tx, probationFor, { changes, account })
}

export function setWriterVersion(
  tx: Transaction,
  version: number,
  by: Principal,
  now: number,
): void {
  const chain = openChain(tx, EVERYONE, now)
  runOnce(tx, requireVersion, { version })
  chain.append('writer_version', '', { by: { ...by }, version })
  chain.save()
  tx.flush()
}

function paused(what: string, reason: string | null | undefined): StoreDenial {
  return { kind: 'denied', code: 'paused', reason: reason ? `${what}: ${reason}` : what }
}

export const findControl = statement()((db) => db.selectFrom('gateway_control').selectAll())

const findPause = statement<{ account: string }>()((db, p) =>
  db.selectFrom('gateway_account').select(['paused', 'reason']).where('account', '=', p('account')),
)

const pauseAll = statement<{ paused: number; reason: string | null }>()((db, p) =>
  db.updateTable('gateway_control').set({ paused: p('paused'), reason: p('reason') }),
)

const pauseAccount = statement<{ paused: number; reason: string | null; account: string }>()(
  (db, p) =>
    db
      .updateTable('gateway_account')
      .set({ paused: p('paused'), reason: p('reason') })
      .where('account', '=', p('account')),
)

const probationForAll = statement<{ changes: number }>()((db, p) =>
  db.updateTable('gateway_account').set({ probation: p('changes') }),
)

const probationFor = statement<{ changes: number; account: string }>()((db, p) =>
  db
    .updateTable('gateway_account')
    .set({ probation: p('changes') })
    .where('account', '=', p('account')),
)

const requireVersion = statement<{ version: number }>()((db, p) =>
  db.updateTable('gateway_control').set({ min_writer_version: p('version') }),
)

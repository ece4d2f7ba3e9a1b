import { oldWriter } from '../old-writer.js'
import { EVERYONE } from '../audit.js'
import {
  type ControlView,
  type PauseInput,
  type ProbationInput,
  type StoreDenial,
} from '../store.js'
import { isAccount } from '../is-name.js'
import { insistOnPerson, insistOnPrincipal } from '../principal.js'
import { type Principal } from '../request.js'
import { openChain, type Chain } from './chain.js'
import { forgetMishaps } from './mishaps.js'
import { statement } from './statement.js'
import { type Recalled } from './recalled-rows.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

/** What holds for every account, as the transaction finds it. */
export interface Control extends Omit<ControlView, 'probation'> {
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
  return oldWriter(writerVersion, control.minWriterVersion)
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
  const { policyDigest: _, ...all } = readControl(tx)
  const [own] = tx.all(findOwn, { account })
  const control = { ...all, probation: own?.probation ?? 0 }
  if (control.paused || own?.paused !== 1) return control
  return { ...control, paused: true, reason: own.reason ?? undefined }
}

export function setPaused(
  tx: Transaction,
  { account, by, reason }: PauseInput,
  now: number,
  paused: boolean,
): void {
  // To stop is always safe; to go on is for persons.
  if (paused) insistOnPrincipal(by)
  else insistOnPerson(by, 'resumes')
  insistOnScope(account)
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

/**
 * What comes next must be seen by a person, so many times: an upgrade, a new policy or a new login may have broken something.
 * Agents and loops begin or lengthen it, and only a person makes it shorter.
 */
export function beginProbation(
  tx: Transaction,
  { account, by, reason, changes }: ProbationInput,
  now: number,
): void {
  insistOnPrincipal(by)
  insistOnScope(account)
  if (!Number.isSafeInteger(changes) || changes < 0) {
    throw new RangeError(`changes must be a whole number, not ${String(changes)}`)
  }
  if (changes === 0) insistOnPerson(by, 'ends a probation')
  const chain = openChain(tx, account ?? EVERYONE, now)
  chain.append('probation', '', { by: { ...by }, reason, changes })
  chain.save()
  tx.flush()
  const below = by.kind === 'person' ? Number.MAX_SAFE_INTEGER : changes
  if (account === undefined) tx.run(probationForAll, { changes, below })
  else tx.run(probationFor, { changes, below, account })
}

export function setWriterVersion(
  tx: Transaction,
  version: number,
  by: Principal,
  now: number,
): void {
  insistOnPerson(by, 'says which programs may write')
  if (!Number.isSafeInteger(version) || version < 0) {
    throw new RangeError(`a writer's version is a whole number, not ${String(version)}`)
  }
  const chain = openChain(tx, EVERYONE, now)
  runOnce(tx, requireVersion, { version })
  chain.append('writer_version', '', { by: { ...by }, version })
  chain.save()
  tx.flush()
}

/** One account, or all: a name that is no account's would stop nobody. */
function insistOnScope(account: string | undefined): void {
  if (account === undefined || isAccount(account)) return
  throw new TypeError('account must be a name of 1 to 200 characters; leave it out to mean all')
}

function paused(what: string, reason: string | null | undefined): StoreDenial {
  return { kind: 'denied', code: 'paused', reason: reason ? `${what}: ${reason}` : what }
}

export const findControl = statement()((db) => db.selectFrom('gateway_control').selectAll())

const findOwn = statement<{ account: string }>()((db, p) =>
  db
    .selectFrom('gateway_account')
    .select(['paused', 'reason', 'probation'])
    .where('account', '=', p('account')),
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

const probationForAll = statement<{ changes: number; below: number }>()((db, p) =>
  db
    .updateTable('gateway_account')
    .set({ probation: p('changes') })
    .where('probation', '<', p('below')),
)

const probationFor = statement<{ changes: number; below: number; account: string }>()((db, p) =>
  db
    .updateTable('gateway_account')
    .set({ probation: p('changes') })
    .where('account', '=', p('account'))
    .where('probation', '<', p('below')),
)

const requireVersion = statement<{ version: number }>()((db, p) =>
  db.updateTable('gateway_control').set({ min_writer_version: p('version') }),
)

import { EVERYONE, sha256 } from '../audit.js'
import { type ActivePolicy } from '../policy/policy.js'
import { onlyPersons } from '../principal.js'
import { type Principal } from '../request.js'
import {
  LIFTED_MS,
  type ActivateInput,
  type Activated,
  type LiftInput,
  type PolicyVersion,
} from '../policy-store.js'
import { openChain } from './chain.js'
import { beginProbation, readControl, type Control } from './control.js'
import { type Env } from './env.js'
import { statement } from './statement.js'
import { corrupt, runOnce, type Transaction } from './transaction.js'

/** The policy that holds in this transaction. Its text is read when it is another than the last time. */
export function activePolicy(
  tx: Transaction,
  { policyVersion: version, policyDigest: digest, liftedUntil }: Control,
  at: number,
  { policy }: Env,
): ActivePolicy {
  if (digest !== policy.digest) {
    policy.text = readText(tx, version, digest)
    policy.digest = digest
  }
  return { version, text: policy.text, lifted: liftedUntil !== undefined && at < liftedUntil, at }
}

/** Makes a document the policy. The row that every claim reads is changed with it, so no claim judges by half of both. */
export function activatePolicy(
  tx: Transaction,
  { text, by, reason, replaces, probation = 0 }: ActivateInput,
  now: number,
): Activated {
  const refusal = onlyPersons(by, 'changes the policy')
  if (refusal) return refusal
  const { policyVersion, policyDigest } = readControl(tx)
  if (replaces !== undefined && replaces !== policyVersion) {
    return { kind: 'conflict', version: policyVersion }
  }
  const digest = sha256(text)
  if (digest === policyDigest) return { kind: 'activated', version: policyVersion }
  const chain = openChain(tx, EVERYONE, now)
  const version = policyVersion + 1
  const row = { version, text, by_kind: by.kind, by_id: by.id, reason, at: chain.at }
  runOnce(tx, addPolicy, row)
  runOnce(tx, setPolicy, { version, digest })
  chain.append('policy', '', { by: { ...by }, reason, version, digest })
  chain.save()
  tx.flush()
  if (probation > 0) beginProbation(tx, { by, reason, changes: probation }, now)
  return { kind: 'activated', version }
}

export function listPolicies(tx: Transaction, limit: number): PolicyVersion[] {
  return tx.all(newestPolicies, { limit }).map(({ by_kind: kind, by_id: id, ...row }) => ({
    ...row,
    by: { kind, id },
  }))
}

/** Lifts the rules for a while, or restores them before it is over. */
export function liftRules(
  tx: Transaction,
  { by, reason }: LiftInput,
  now: number,
  lifted: boolean,
): Activated {
  const refusal = onlyPersons(by, 'changes the policy')
  if (refusal) return refusal
  const { policyVersion } = readControl(tx)
  const chain = openChain(tx, EVERYONE, now)
  const until = lifted ? chain.at + LIFTED_MS : 0
  runOnce(tx, setLifted, { until })
  chain.append(lifted ? 'rules_lifted' : 'rules_restored', '', { by: { ...by }, reason, until })
  chain.save()
  tx.flush()
  return { kind: 'activated', version: policyVersion }
}

/** The row that every claim reads says what its text must be. */
function readText(tx: Transaction, version: number, digest: string | null): string | undefined {
  if (version === 0 && digest === null) return undefined
  const row = tx.find(findPolicy, { version })
  if (typeof row?.text !== 'string' || sha256(row.text) !== digest) {
    throw corrupt(`version ${version} of the policy cannot be read`)
  }
  return row.text
}

export const findPolicy = statement<{ version: number }>()((db, p) =>
  db.selectFrom('gateway_policy').select('text').where('version', '=', p('version')),
)

const newestPolicies = statement<{ limit: number }>()((db, p) =>
  db.selectFrom('gateway_policy').selectAll().orderBy('version', 'desc').limit(p('limit')),
)

const addPolicy = statement<{
  version: number
  text: string
  by_kind: Principal['kind']
  by_id: string
  reason: string
  at: number
}>()((db, p) =>
  db.insertInto('gateway_policy').values({
    version: p('version'),
    text: p('text'),
    by_kind: p('by_kind'),
    by_id: p('by_id'),
    reason: p('reason'),
    at: p('at'),
  }),
)

const setPolicy = statement<{ version: number; digest: string }>()((db, p) =>
  db
    .updateTable('gateway_control')
    .set({ policy_version: p('version'), policy_digest: p('digest') }),
)

const setLifted = statement<{ until: number }>()((db, p) =>
  db.updateTable('gateway_control').set({ lifted_until: p('until') }),
)

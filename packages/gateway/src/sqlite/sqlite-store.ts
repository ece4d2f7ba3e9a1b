import { type Store } from '../store.js'
import { approve, edit, recordRefusedToken, reject, remark } from '../scripts/approvals.js'
import { listHeads } from '../scripts/audit-trail.js'
import { timeOf } from '../scripts/chain.js'
import { checkpoint } from '../scripts/checkpoint.js'
import { claim } from '../scripts/claim.js'
import { complete } from '../scripts/complete.js'
import {
  beginProbation,
  readControl,
  setPaused,
  setWriterVersion,
  viewControl,
} from '../scripts/control.js'
import { dispatch, execute, redispatch } from '../scripts/dispatch.js'
import { recordLook, takeDue } from '../scripts/due.js'
import { type Env } from '../scripts/env.js'
import { erase } from '../scripts/erase.js'
import { findDone } from '../scripts/find-done.js'
import { addGrant, listGrants, revokeGrant } from '../scripts/grants.js'
import { listHistory } from '../scripts/history.js'
import { findRow, isBoundTo, listIntents, markTold } from '../scripts/intents.js'
import { tidyUp, type OpenFile } from './open-file.js'
import { activatePolicy, activePolicy, liftRules, listPolicies } from '../scripts/policies.js'
import { createReplayCounts } from '../scripts/record-replays.js'
import { listRecorded } from '../scripts/recorded.js'
import { readChain, verifyChains } from '../scripts/read-chains.js'
import { measureOne } from '../scripts/reserve.js'
import { resolve } from '../scripts/resolve.js'
import { toIntent } from '../scripts/rows.js'
import { type Writer } from './writer.js'

/** The store, each of whose changes is one synchronous script in a shared commit. */
export function createSqliteStore(writer: Writer, env: Env, file: OpenFile): Store {
  const { write, read } = writer
  const now = () => env.clock.now()
  const countReplay = createReplayCounts()
  let closed: Promise<void> | undefined
  return {
    claim: (input) => write((tx) => claim(tx, input, env), input.countCalls),
    dispatch: (input) => write((tx) => dispatch(tx, input, env)),
    complete: (input) => write((tx) => complete(tx, input, env), input.countCalls),

    findDone: (search) => writer.glance((tx) => findDone(tx, search, now)),
    looksFirst: () => false,
    findIntent: (id) =>
      read((tx) => {
        const row = findRow(tx, id)
        return row && toIntent(row)
      }),
    listIntents: (filter) => read((tx) => listIntents(tx, filter)),
    isBound: (account, operation, externalId) =>
      read((tx) => isBoundTo(tx, { account, operation, externalId })),
    recordReplay(original, principal) {
      const records = countReplay(original, principal)
      if (records) writer.writeLazily((tx) => records.write(tx, now()), records.drop)
    },

    approve: (id, by, deciding) => write((tx) => approve(tx, { id, by, deciding }, env)),
    reject: (id, by, deciding) => write((tx) => reject(tx, { id, by, deciding }, env)),
    remark: (input) => write((tx) => remark(tx, input, env)),
    recordRefusedToken: (input) => write((tx) => recordRefusedToken(tx, input, env)),
    markTold: (id) => write((tx) => markTold(tx, id, now())),
    history: (intent) => read((tx) => listHistory(tx, intent)),
    addGrant: (input) => write((tx) => addGrant(tx, input, env)),
    revokeGrant: (input) => write((tx) => revokeGrant(tx, input, env)),
    listGrants: (account) => read((tx) => listGrants(tx, account)),
    edit: (input) => write((tx) => edit(tx, input, env)),
    execute: (input) => write((tx) => execute(tx, input, env)),

    takeDue: (owner, limit, operations) =>
      write((tx) => takeDue(tx, { owner, limit, operations }, env)),
    recordLook: (lease, look, record, watched) =>
      write((tx) => recordLook(tx, lease, look, { ...watched, record }, env)),
    redispatch: (lease, writerVersion, onBegin) =>
      write((tx) => redispatch(tx, lease, { writerVersion, onBegin }, env)),

    resolve: (input) => write((tx) => resolve(tx, input, env)),

    pause: (input) => write((tx) => setPaused(tx, input, now(), true), 'urgent'),
    resume: (input) => write((tx) => setPaused(tx, input, now(), false), 'urgent'),
    requireWriterVersion: (version, by) =>
      write((tx) => setWriterVersion(tx, version, by, now()), 'urgent'),
    beginProbation: (input) => write((tx) => beginProbation(tx, input, now())),
    control: (account) => read((tx) => viewControl(tx, account)),

    activatePolicy: (input) => write((tx) => activatePolicy(tx, input, now()), 'urgent'),
    activePolicy: () => read((tx) => activePolicy(tx, readControl(tx), now(), env)),
    listPolicies: (limit) => read((tx) => listPolicies(tx, limit)),
    liftRules: (input) => write((tx) => liftRules(tx, input, now(), true), 'urgent'),
    restoreRules: (input) => write((tx) => liftRules(tx, input, now(), false), 'urgent'),
    measure: (account, reserves) =>
      read((tx) => reserves.map((one) => measureOne(tx, account, one, timeOf(tx, account, now())))),
    listRecorded: (page) => read((tx) => listRecorded(tx, page)),

    auditTrail: (account, since = 0) => readChain(read, account, since),
    verifyAudit: (account) => verifyChains(read, account),
    auditHeads: () => read(listHeads),
    checkpoint: () => write((tx) => checkpoint(tx, now())),
    erase: (input) =>
      erase(
        {
          write: (script) => write((tx) => script(tx, now())),
          size: ERASED_AT_ONCE,
          flush: () => tidyUp(file, env),
        },
        input,
      ),

    close() {
      closed ??= writer.end().then(file.close)
      return closed
    },
  }
}

const ERASED_AT_ONCE = 1_000

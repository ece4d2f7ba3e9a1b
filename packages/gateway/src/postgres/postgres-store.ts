import { EVERYONE } from '../audit.js'
import { type Judgement } from '../policy/policy.js'
import { type Claimed, type Store } from '../store.js'
import {
  approve,
  edit,
  findExpired,
  recordRefusedToken,
  reject,
  remark,
} from '../scripts/approvals.js'
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
import { findDue, recordLook, takeDue } from '../scripts/due.js'
import { type Env } from '../scripts/env.js'
import { erase } from '../scripts/erase.js'
import { findDone } from '../scripts/find-done.js'
import { addGrant, listGrants, revokeGrant } from '../scripts/grants.js'
import { listHistory } from '../scripts/history.js'
import { findRow, isBoundTo, listIntents, markTold } from '../scripts/intents.js'
import { activatePolicy, activePolicy, liftRules, listPolicies } from '../scripts/policies.js'
import { readChain, verifyChains } from '../scripts/read-chains.js'
import { createReplayCounts } from '../scripts/record-replays.js'
import { listRecorded } from '../scripts/recorded.js'
import { measureOne } from '../scripts/reserve.js'
import { resolve } from '../scripts/resolve.js'
import { toIntent } from '../scripts/rows.js'
import { createHomes, readsOfClaim, readsOfSearch } from './homes.js'
import { rememberLast } from './remember-last.js'
import { type Job, type Scope, type Script } from './job.js'
import { type Writer } from './writer.js'

/** The store, whose changes are the scripts that SQLite runs too, here with the rows of their accounts held. */
export function createPostgresStore(writer: Writer, env: Env): Store {
  const { write, read } = writer
  const homes = createHomes()
  const countReplay = createReplayCounts()
  let closed: Promise<void> | undefined

  const change = <Value>(scope: Scope, script: Script<Value>) => write({ scope, script })
  /** A change that lets something out says so before it is committed. */
  const release = <Value extends { readonly kind: string }>(
    job: Job<Value>,
    onBegin: () => void,
  ): Promise<Value> => {
    const before = ({ kind }: Value) => {
      if (kind === 'dispatched') onBegin()
    }
    return write({ ...job, before })
  }

  return {
    async claim(input) {
      const { intent, onBegin } = input
      const scope = { accounts: [intent.account] }
      const steady = steadied(input)
      const script: Script<Claimed> = (tx, env) => claim(tx, steady, env)
      const claimed = await release({ scope, script, reads: readsOfClaim(input) }, onBegin)
      if ('lease' in claimed) homes.keep(intent)
      return claimed
    },
    dispatch(input) {
      const steady = steadied(input)
      const scope = homes.scopeOf(input.lease.intent)
      return release({ scope, script: (tx, env) => dispatch(tx, steady, env) }, input.onBegin)
    },
    complete: (input) =>
      write({
        scope: homes.scopeOf(input.lease.intent),
        script: (tx, env) => complete(tx, input, env),
        reads: homes.readsOfCompletion(input),
      }),

    findDone: (search) => read((tx, now) => findDone(tx, search, now), readsOfSearch(search)),
    looksFirst: (account, slot) => slot !== undefined || !writer.knows(account),
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
      if (!records) return
      const scope = { accounts: [original.account] }
      const script: Script<void> = (tx, { clock }) => records.write(tx, clock.now())
      writer.writeLazily({ scope, script, reads: [] }, records.drop)
    },

    approve: (id, by, deciding) =>
      change({ intents: [id] }, (tx, env) => approve(tx, { id, by, deciding }, env)),
    reject: (id, by, deciding) =>
      change({ intents: [id] }, (tx, env) => reject(tx, { id, by, deciding }, env)),
    remark: (input) => change({ intents: [input.intent] }, (tx, env) => remark(tx, input, env)),
    recordRefusedToken: (input) =>
      change({ accounts: [input.account ?? EVERYONE] }, (tx, env) =>
        recordRefusedToken(tx, input, env),
      ),
    markTold: (id) => change({ intents: [id] }, (tx, { clock }) => markTold(tx, id, clock.now())),
    history: (intent) => read((tx) => listHistory(tx, intent)),
    addGrant: (input) =>
      change({ accounts: [input.account] }, (tx, env) => addGrant(tx, input, env)),
    revokeGrant: (input) =>
      change({ accounts: [input.account] }, (tx, env) => revokeGrant(tx, input, env)),
    listGrants: (account) => read((tx) => listGrants(tx, account)),
    edit(input) {
      const judge = rememberLast(input.judge)
      return change({ intents: [input.intent] }, (tx, env) => edit(tx, { ...input, judge }, env))
    },
    execute(input) {
      const steady = steadied(input)
      const scope = { intents: [input.intent] }
      return release({ scope, script: (tx, env) => execute(tx, steady, env) }, input.onBegin)
    },

    async takeDue(owner, limit, operations) {
      const accounts = await read((tx, now) => {
        const at = now()
        const due = tx.all(findDue, { at, limit, operations: JSON.stringify(operations) })
        return [...due, ...tx.all(findExpired, { at })].map(({ account }) => account)
      })
      return change({ accounts }, (tx, env) => takeDue(tx, { owner, limit, operations }, env))
    },
    recordLook: (lease, look, record, watched) =>
      change({ intents: [lease.intent] }, (tx, env) =>
        recordLook(tx, lease, look, { ...watched, record }, env),
      ),
    redispatch: (lease, writerVersion, onBegin) =>
      release(
        {
          scope: { intents: [lease.intent] },
          script: (tx, env) => redispatch(tx, lease, { writerVersion, onBegin: later }, env),
        },
        onBegin,
      ),

    resolve: (input) => change({ intents: [input.intent] }, (tx, env) => resolve(tx, input, env)),

    pause: (input) =>
      change(pauseScope(input.account), (tx, { clock }) => setPaused(tx, input, clock.now(), true)),
    resume: (input) =>
      change(pauseScope(input.account), (tx, { clock }) =>
        setPaused(tx, input, clock.now(), false),
      ),
    requireWriterVersion: (version, by) =>
      change(EVERYTHING, (tx, { clock }) => setWriterVersion(tx, version, by, clock.now())),
    beginProbation: (input) =>
      change(pauseScope(input.account), (tx, { clock }) => beginProbation(tx, input, clock.now())),
    control: (account) => read((tx) => viewControl(tx, account)),

    activatePolicy: (input) =>
      change(EVERYTHING, (tx, { clock }) => activatePolicy(tx, input, clock.now())),
    activePolicy: () => read((tx, now) => activePolicy(tx, readControl(tx), now(), env)),
    listPolicies: (limit) => read((tx) => listPolicies(tx, limit)),
    liftRules: (input) =>
      change(EVERYTHING, (tx, { clock }) => liftRules(tx, input, clock.now(), true)),
    restoreRules: (input) =>
      change(EVERYTHING, (tx, { clock }) => liftRules(tx, input, clock.now(), false)),
    measure: (account, reserves) =>
      read((tx, now) => {
        const at = timeOf(tx, account, now())
        return reserves.map((one) => measureOne(tx, account, one, at))
      }),
    listRecorded: (page) => read((tx) => listRecorded(tx, page)),

    auditTrail: (account, since = 0) => readChain(read, account, since),
    verifyAudit: (account) => verifyChains(read, account),
    auditHeads: () => read(listHeads),
    checkpoint: () =>
      change({ accounts: [EVERYONE] }, (tx, { clock }) => checkpoint(tx, clock.now())),
    erase: (input) =>
      erase(
        {
          write: (script) =>
            change({ accounts: [input.account] }, (tx, { clock }) => script(tx, clock.now())),
          size: ERASED_AT_ONCE,
          // Old versions of rows and the server's log are the server's to tidy up.
          flush: async () => false,
        },
        input,
      ),

    close() {
      closed ??= writer.end()
      return closed
    },
  }
}

/** A script may be run several times: it is told the same each time, and that it let something out is told by its outcome. */
function steadied<Input extends { readonly judge: (...input: never[]) => Judgement }>(
  input: Input,
): Input {
  return { ...input, judge: rememberLast(input.judge), onBegin: later }
}

function later(): void {}

/** What is for one account needs only its row. */
function pauseScope(account: string | undefined): Scope {
  return account === undefined ? EVERYTHING : { accounts: [account] }
}

/** A script goes over all it has done whenever it learns something, so it should not learn too much. */
const ERASED_AT_ONCE = 100

const EVERYTHING: Scope = { accounts: [EVERYONE], everyone: true }

import { activatePolicy } from './activate.js'
import { editIntent, executeIntent } from './approvals.js'
import { BREAKERS } from './breakers.js'
import { createApprovalSeal } from './approval-seal.js'
import { systemClock } from './clock.js'
import { compare } from './compare.js'
import { approveIntent, decideAll, grantAhead, rejectIntent } from './decide.js'
import { describeIntent } from './describe.js'
import { checkEffect, type Effect } from './effect.js'
import { explainRequest } from './explain.js'
import { type Gateway, type GatewayOptions } from './gateway.js'
import { systemIds } from './ids.js'
import { createMemory } from './memory.js'
import { type Denial, type GatewayDecision, type Outcome } from './outcome.js'
import { notify } from './notify.js'
import { type Parts } from './parts.js'
import { issueStagingPermit } from './permit.js'
import { rulesPolicy } from './policy/rules-policy.js'
import { reconcile } from './reconcile.js'
import { rehearse } from './rehearse.js'
import { type GatewayRequest, type RunOptions } from './request.js'
import { createReplays } from './replays.js'
import { resolveIntent } from './resolve.js'
import { run } from './run.js'
import { stepsOf } from './run-step.js'
import { createTickets } from './tickets.js'
import { executeApproved, tend } from './tend.js'
import { checkTimes, DEFAULT_TIMES } from './times.js'
import { outcomeOf } from './to-outcome.js'
import { createWatch } from './watch.js'

/** The version that this program writes as. It rises when older programs must not write beside it any more. */
export const WRITER_VERSION = 1

const TEND_EVERY_MS = 5_000

/** A gateway over a store, for the effects that it is given, and for nothing else. */
export function createGateway(options: GatewayOptions): Gateway {
  const parts = partsOf(options)
  const { store, effects, times, clock, watch } = parts
  const tickets = createTickets(parts)

  const gateway = {
    evaluate: (request, said) => watch.during(() => tickets.evaluate(request, said), closing),
    dispatch: (ticket, said) => tickets.dispatch(ticket, said),
    completeSuccess: (ticket, { value, externalId }) =>
      tickets.complete(ticket, { kind: 'applied', value, externalId }),
    completeFailure: (ticket, refused) => tickets.complete(ticket, { kind: 'refused', ...refused }),
    completeUnknown: (ticket, message) => tickets.complete(ticket, { kind: 'unknown', message }),

    run: (request, said) => watch.during(() => run(parts, request, said), closing),
    async outcome(intent) {
      const kept = await store.findIntent(intent)
      return kept && outcomeOf(kept)
    },
    show: (intent) => store.findIntent(intent),
    describe: (intent) => describeIntent(parts, intent),
    list: (filter = {}) => store.listIntents(filter),
    hasEffect: (operation) => effects.has(operation),

    approve: (intent, by) => approveIntent(parts, intent, by),
    reject: (intent, by) => rejectIntent(parts, intent, by),
    decideAll: (decision, by, items) => decideAll(parts, decision, by, items),
    remark: (input) => store.remark(input),
    recordRefusedToken: (input) => store.recordRefusedToken(input),
    history: (intent) => store.history(intent),
    grant: (by, request) => grantAhead(parts, by, request),
    revokeGrant: (input) => store.revokeGrant(input),
    listGrants: (account) => store.listGrants(account),
    edit: (intent, by, args) => editIntent(parts, intent, by, args),
    execute: (intent) => watch.during(() => executeIntent(parts, intent), closing),
    executeApproved: () =>
      watch.during(
        () => executeApproved(parts),
        () => [],
      ),

    resolve: (intent, by, resolution) => resolveIntent(parts, intent, by, resolution),

    reconcile: () => reconcile(parts),
    tend({ everyMs = TEND_EVERY_MS } = {}) {
      const stop = tend(parts, everyMs)
      watch.onClose(stop)
      return stop
    },

    notify(options) {
      const stop = notify(parts, options)
      watch.onClose(stop)
      return stop
    },
    compare: (input) => compare(parts, input),

    async stage(account, purpose, content) {
      const { paused, reason } = await store.control(account)
      if (paused) return { kind: 'denied', code: 'paused', reason: reason ?? 'paused' }
      return issueStagingPermit({ account, purpose, content }, { clock, lifeMs: times.prepare })
    },

    pause: (input) => store.pause(input),
    resume: (input) => store.resume(input),
    requireWriterVersion: (version, by) => store.requireWriterVersion(version, by),
    beginProbation: (input) => store.beginProbation(input),
    control: (account) => store.control(account),
    activatePolicy: (document, activation) => activatePolicy(parts, document, activation),
    listPolicies: (limit = 20) => store.listPolicies(limit),
    liftRules: (input) => store.liftRules(input),
    restoreRules: (input) => store.restoreRules(input),
    explain: (request: GatewayRequest) => explainRequest(parts, request),
    rehearse: (document, said) => rehearse(parts, document, said),
    auditTrail: (account, since) => store.auditTrail(account, since),
    verifyAudit: (account) => store.verifyAudit(account),
    auditHeads: () => store.auditHeads(),
    checkpoint: () => store.checkpoint(),
    erase: (input) => store.erase(input),

    async close() {
      await watch.close()
      await store.close()
    },
  } satisfies UntypedGateway
  // What comes out was checked against the output schema of the operation that the caller names.
  return gateway as Gateway
}

/** Requests and outcomes of operations of which nothing is known at compile time. */
type UntypedGateway = Omit<Gateway, 'evaluate' | 'run'> & {
  evaluate(request: GatewayRequest, options?: RunOptions): Promise<GatewayDecision>
  run(request: GatewayRequest, options?: RunOptions): Promise<Outcome>
}

function partsOf(options: GatewayOptions): Parts {
  checkOptions(options)
  const { times = DEFAULT_TIMES, clock = systemClock, ids = systemIds } = options
  checkTimes(times)
  const parts: Parts = {
    store: options.store,
    effects: byOperation(options.effects),
    policy: options.policy ?? rulesPolicy([]),
    times,
    clock,
    ids,
    memory: options.memory ?? createMemory(),
    replays: createReplays(),
    seal: createApprovalSeal(options.approvalKeys),
    writerVersion: options.writerVersion ?? WRITER_VERSION,
    owner: ids.correlation(),
    breakers: options.breakers === false ? undefined : { ...BREAKERS, ...options.breakers },
    watch: createWatch(times.close),
    stepsOf: (parent) => stepsOf(parts, parent),
  }
  return parts
}

/** What the types say, for whoever has none. */
function checkOptions(options: Partial<GatewayOptions> | undefined): void {
  const { store, effects, policy } = options ?? {}
  if (typeof store?.claim !== 'function') {
    throw new TypeError('createGateway needs a store, as openSqlite or openPostgres gives it')
  }
  if (!Array.isArray(effects)) {
    throw new TypeError('createGateway needs effects: a list of what effect or effectOf makes')
  }
  if (policy !== undefined && typeof policy.current !== 'function') {
    throw new TypeError(
      'policy must be what rulesPolicy or storedPolicy makes: rules alone go into rulesPolicy([…])',
    )
  }
}

function byOperation(effects: readonly Effect[]): ReadonlyMap<string, Effect> {
  const known = new Map<string, Effect>()
  for (const effect of effects) {
    checkEffect(effect)
    const { name } = effect.operation
    if (known.has(name))
      throw new TypeError(`two effects carry out ${name}; one operation has one effect`)
    known.set(name, effect)
  }
  return known
}

function closing(): Denial {
  return { kind: 'denied', code: 'closing', reason: 'the gateway is shutting down' }
}

import { createGateway, rulesPolicy, type Gateway } from '../../src/index.js'
import { farEffects, farPost } from '../harness/fleet-effects.js'
import { createFleet, inParallel, type Fleet } from '../harness/fleet.js'
import { FLEET_TIMES } from '../harness/fleet-times.js'
import { openDatabase } from '../harness/open-database.js'
import { createPlace, range, SETTLED_MS, type Place } from './crews.js'

export interface DecisionTrial {
  readonly processes: number
  /** Each is decided about by all processes at once. */
  readonly approvals: number
  readonly random: () => number
  readonly server?: string | undefined
}

export interface DecisionFigures {
  readonly decisions: number
  readonly executed: number
  readonly rejected: number
  /** Approved, and on a busy machine out of time before anything of it left. */
  readonly failed: number
}

/** Processes need a moment to start. */
const START_MS = 2_000
const DOES = ['approve', 'approve', 'edit', 'reject'] as const
const COUNTED = { succeeded: 'executed', rejected: 'rejected', failed: 'failed' } as const

/** P30: processes approve, reject and edit the same approvals at once. What was approved is what was done, once, or nothing. */
export async function raceDecisions(trial: DecisionTrial): Promise<DecisionFigures> {
  const { processes, approvals, random, server } = trial
  await using fleet = await createFleet(server)
  const place = await createPlace(fleet)
  const intents = await route(fleet, place, approvals)
  const at = Date.now() + START_MS
  const crew = range(processes).map((index) => {
    const decisions = intents.map((intent) => ({
      intent,
      does: DOES[Math.floor(random() * DOES.length)] ?? 'approve',
    }))
    return fleet.start({ kind: 'decide', person: `p${index}`, at, decisions, ...place })
  })
  await Promise.all(crew.map(({ ended }) => ended))
  await finish(fleet, place)
  return { decisions: processes * approvals, ...(await judge(fleet, place, intents)) }
}

async function openGateway({ far }: Fleet, { path }: Place): Promise<Gateway> {
  return createGateway({
    store: await openDatabase(path),
    times: FLEET_TIMES,
    effects: farEffects(far, () => undefined),
    policy: rulesPolicy([{ id: 'ask', action: 'require_approval' }]),
    breakers: false,
  })
}

/** On a machine that is busy a permit may run out before it is used: what was approved is then still to be done. */
async function finish(fleet: Fleet, place: Place): Promise<void> {
  const gateway = await openGateway(fleet, place)
  const states = ['approved', 'claimed', 'dispatched', 'unknown'] as const
  const until = Date.now() + SETTLED_MS
  while ((await gateway.list({ states })).length > 0 && Date.now() < until) {
    await gateway.executeApproved()
    await gateway.reconcile()
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  await gateway.close()
}

/** As many approvals as are wanted, asked for by an agent. */
async function route(fleet: Fleet, place: Place, approvals: number): Promise<string[]> {
  const gateway = await openGateway(fleet, place)
  const intents: string[] = []
  await inParallel(range(approvals), 8, async (index) => {
    const outcome = await gateway.run({
      operation: farPost,
      args: { text: `asked ${index}` },
      account: place.account,
      principal: { kind: 'agent', id: 'helper' },
    })
    if (outcome.kind !== 'needs_approval') throw new Error(`it was not routed: ${outcome.kind}`)
    intents.push(outcome.intent)
  })
  await gateway.close()
  return intents
}

async function judge(fleet: Fleet, { path, account }: Place, intents: readonly string[]) {
  const { posts } = await fleet.truth(account)
  const store = await openDatabase(path)
  const figures = { executed: 0, rejected: 0, failed: 0 }
  try {
    for (const id of intents) {
      const intent = await store.findIntent(id)
      const { text = '' } = Object(intent?.args) as { text?: string }
      const texts = new Set([text, ...(await store.history(id)).map(beforeOf)])
      const own = posts.filter((post) => texts.has(post.text))
      const wanted = intent?.state === 'succeeded' ? [text] : []
      if (own.map((post) => post.text).join() !== wanted.join()) {
        throw new Error(`${id} is ${intent?.state}, and ${own.length} of it were posted`)
      }
      const end = Object.entries(COUNTED).find(([state]) => state === intent?.state)?.[1]
      if (end === undefined) throw new Error(`${id} is still undecided: it is ${intent?.state}`)
      figures[end] += 1
    }
    const verdict = await store.verifyAudit()
    if (verdict.kind === 'broken') throw new Error(`the chain is broken: ${verdict.reason}`)
  } finally {
    await store.close()
  }
  return figures
}

function beforeOf({ before }: { readonly before?: unknown }): string {
  return String(Reflect.get(Object(before), 'text'))
}

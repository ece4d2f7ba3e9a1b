import {
  createGateway,
  systemClock,
  type Clock,
  type Principal,
  type Times,
} from '@armorer/gateway'
import { openSqlite, type SqliteStore } from '@armorer/gateway/sqlite'
import { mentionsPort } from './autopilot/adapters.js'
import { answerMentions } from './autopilot/mentions-loop.js'
import { reportRounds } from './autopilot/report-rounds.js'
import { startSchedule, type Job, type TakeTurn } from './autopilot/schedule.js'
import { type Config } from './config/config-schema.js'
import { type LlmProvider } from './llm/llm-provider.js'
import { findAccount, putAccount, type Account } from './storage/accounts.js'
import { addActivity } from './storage/activity.js'
import { createCostLog } from './storage/cost-log.js'
import { databaseOf, type Database } from './storage/database.js'
import { deriveKeys } from './storage/derive-keys.js'
import { type KeySource } from './storage/master-key.js'
import { tuitbotPlan } from './storage/migrations.js'
import { releaseLeases, takeLease } from './storage/leases.js'
import { getMe } from './toolkit/read.js'
import { createApprovalLinks, type ApprovalLinks } from './workflow/approval-links.js'
import { compareWithX } from './workflow/compare-with-x.js'
import { type WorkflowCtx } from './workflow/ctx.js'
import { createPostEffect } from './workflow/effects/create-post.js'
import { deletePostEffect } from './workflow/effects/delete-post.js'
import { type Door } from './workflow/effects/door.js'
import { createNotifier } from './workflow/notifier.js'
import { ownerOf } from './workflow/people.js'
import { policyOf } from './workflow/policy.js'
import { beginProbation } from './workflow/probation.js'
import { reportTelling } from './workflow/troubles.js'
import { type AccessTokens } from './x-api/access-tokens.js'
import { connectX } from './x-api/connection.js'
import { createXRead, type XRead } from './x-api/x-read.js'
import { createXWrite } from './x-api/x-write.js'

export interface TuitbotOptions {
  readonly config: Config
  /** Our name for the account. */
  readonly account: string
  /** Where its tokens come from; they may lie in the database. */
  readonly tokens: (db: Database) => AccessTokens
  /** What approvals are sealed with, so that a row that was edited in the database runs nothing. */
  readonly keys: KeySource
  readonly llm?: LlmProvider | undefined
  /** Nothing is asked for or decided here: that rules have changed is noted by whoever acts by them. */
  readonly onlyLooks?: boolean | undefined
  readonly clock?: Clock | undefined
  readonly times?: Times | undefined
}

/** Tuitbot, wired once: everything that speaks for an account does it through this. */
export interface Tuitbot {
  readonly ctx: WorkflowCtx
  readonly account: string
  /** Whoever runs it: what is asked and decided at terminal and page is in this name. */
  readonly owner: Principal
  readonly links: ApprovalLinks
  /** Looks after what was left behind, and tells whoever wants to know of what waits. Returns how to stop. */
  tend(options?: TendOptions): () => Promise<void>
  /** The same, and runs the loops that are on. */
  start(options?: TendOptions): () => Promise<void>
  close(): Promise<void>
}

export interface TendOptions {
  /** Hears that nobody could be told of what waits, and why: once, until it goes well again. */
  readonly onNotTold?: ((message: string) => void) | undefined
}

export async function createTuitbot(options: TuitbotOptions): Promise<Tuitbot> {
  const { config, clock = systemClock, times } = options
  const store = openSqlite(config.storage.dbPath, { clock, times, plans: [tuitbotPlan] })
  try {
    return await wire(options, store)
  } catch (error) {
    await store.close()
    throw error
  }
}

async function wire(options: TuitbotOptions, store: SqliteStore): Promise<Tuitbot> {
  const { config, account, llm, clock = systemClock, times } = options
  const db = databaseOf(store)
  const note = (kind: string, message: string) => {
    const row = { account, at: clock.now(), kind, message }
    // A database that takes no notes shows in everything else; for want of a note no process ends.
    db.write((db) => addActivity(db, row)).catch(() => undefined)
  }
  const unowned = connectX({
    account,
    tokens: options.tokens(db),
    costs: createCostLog(db, { onError: (error) => note('costs_lost', messageOf(error)) }),
    now: () => clock.now(),
    ...(config.xApi.baseUrl !== undefined && { baseUrl: config.xApi.baseUrl }),
    access: config.xApi.access,
  })
  const { own, isNew } = await meet(db, createXRead(unowned), account, clock)
  // X asks less for what belongs to the owner of the app; whether that is the account it does not say.
  const connection = config.xApi.ownApp ? { ...unowned, ownerId: own.user_id } : unowned
  const read = createXRead(connection)
  const door: Door = { read, write: createXWrite(connection), userId: own.user_id }
  const doors = (wanted: string): Door => {
    if (wanted !== account) throw new Error(`nobody is logged in as ${wanted}`)
    return door
  }
  const masterKeys = options.keys.load()
  const gateway = createGateway({
    store,
    clock,
    times,
    effects: [createPostEffect(doors), deletePostEffect(doors)],
    policy: policyOf(config),
    approvalKeys: deriveKeys(masterKeys, 'approvals'),
  })
  const ctx: WorkflowCtx = { db, config, x: read, llm, gateway, clock }
  if (options.onlyLooks !== true) await beginProbation(ctx, { account, isNew })
  const links = createApprovalLinks(ctx, account, deriveKeys(masterKeys, 'links'))
  const processId = crypto.randomUUID()
  const running: Running = {
    ctx,
    account,
    links,
    takeTurn: (name, forMs) =>
      db.write((db) =>
        takeLease(db, { name, owner: processId, now: clock.now(), until: clock.now() + forMs }),
      ),
    releaseTurns: () => db.write((db) => releaseLeases(db, processId)),
    note,
  }
  return {
    ctx,
    account,
    owner: ownerOf(config),
    links,
    tend: (options) => tend(running, options),
    start: (options) => start(running, options),
    close: () => gateway.close(),
  }
}

/** What a process that runs for longer shares among all that it does again and again. */
interface Running extends Pick<Tuitbot, 'ctx' | 'account' | 'links'> {
  readonly takeTurn: TakeTurn
  /** Another process need not wait until our turns run out. */
  readonly releaseTurns: () => Promise<void>
  readonly note: (kind: string, message: string) => void
}

function tend(running: Running, { onNotTold }: TendOptions = {}) {
  const { ctx, account, links, takeTurn, releaseTurns, note } = running
  const { gateway, config } = ctx
  const stopTending = gateway.tend()
  const telling = reportTelling(ctx, account)
  let isSaid = false
  const notifier = createNotifier(config, {
    links,
    takeTurn: () => takeTurn(telling.job, TELLING_MS),
    onFailure({ intent }, error) {
      const message = `could not tell you of #${intent.queueId}: ${messageOf(error)}`
      note('not_told', message)
      telling.onFailure(messageOf(error))
      if (!isSaid) onNotTold?.(message)
      isSaid = true
    },
    onTold() {
      telling.onSuccess()
      isSaid = false
    },
  })
  // Who has nobody to tell fails at it no longer.
  if (!notifier) telling.onEnd()
  const stopTelling = notifier && gateway.notify({ notifiers: [notifier], everyMs: TELL_EVERY_MS })
  return async () => {
    await Promise.all([stopTending(), stopTelling?.()])
    await releaseTurns()
  }
}

function start(running: Running, options?: TendOptions) {
  const { ctx, account, takeTurn } = running
  const stopTending = tend(running, options)
  const jobs = jobsOf(ctx, account)
  const stopLoops = startSchedule(jobs, { takeTurn, ...reportRounds(ctx, account, jobs) })
  return async () => {
    await stopLoops()
    await stopTending()
  }
}

/** Within a second, also where a machine is busy. */
const TELL_EVERY_MS = 200
/** How long a process that has died keeps others from telling; as long as one telling may take. */
const TELLING_MS = 10_000

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

/** Who the account is on X. It is asked once, since answers cost money and X may be out of reach. */
async function meet(db: Database, read: XRead, account: string, clock: Clock): Promise<Met> {
  const known = await db.read((db) => findAccount(db, account))
  if (known) return { own: known, isNew: false }
  const { id, username, name } = await getMe(read)
  const met = { account, user_id: id, username, name, added_at: clock.now() }
  await db.write((db) => putAccount(db, met))
  return { own: met, isNew: true }
}

interface Met {
  readonly own: Account
  readonly isNew: boolean
}

function jobsOf(ctx: WorkflowCtx, account: string): readonly Job[] {
  const { mode, intervals, approvals } = ctx.config
  const port = mentionsPort(ctx, account)
  const mentions: Job = {
    name: `mentions:${account}`,
    doing: 'answering mentions',
    everyMs: intervals.mentionsCheckSeconds * 1000,
    run: async () => {
      await answerMentions(port)
    },
  }
  const comparison: Job = {
    name: `compare:${account}`,
    doing: 'comparing with what is on X',
    everyMs: intervals.compareSeconds * 1000,
    run: async () => {
      await compareWithX(ctx, account)
    },
  }
  // In composer mode nothing is drafted unasked.
  return [...(mode === 'composer' ? [] : [mentions]), ...(approvals.compare ? [comparison] : [])]
}

import { existsSync } from 'node:fs'
import { type Intent } from '@armorer/gateway'
import {
  createLlmProvider,
  getMe,
  isAboutTelling,
  listGrants,
  listTroubles,
  LlmError,
  reasonOfIntent,
  sayDeciders,
  type Config,
  type ConfigPlace,
  type Trouble,
} from '@tuitbot/core'
import { answer } from '../answer.js'
import { type CommandRun } from '../commands.js'
import { type Io } from '../io.js'
import { isProgram } from '../is-program.js'
import { llmSettingsOf, openTuitbot, readHome } from '../open-home.js'
import { CliError } from '../report-error.js'
import { HOW_TO_RESUME, timeOf } from '../show.js'

interface Check {
  readonly name: string
  readonly ok: boolean
  readonly detail: string
}

/** Each check is made even where an earlier one failed, as far as it can be. */
export const run: CommandRun = async (_, options, io) => {
  const home = readHome(options, io)
  const { config, place, notInUse } = home
  const checks: Check[] = [
    { name: 'configuration', ok: true, detail: describePlace(place) },
    ...listSettings(notInUse),
    {
      name: 'approval',
      ok: true,
      detail: config.approvalMode ? 'on: nothing leaves before you have seen it' : 'off',
    },
    { name: 'decides', ok: true, detail: sayDeciders(config) },
    checkTold(config, io.env),
    {
      name: 'comparison',
      ok: true,
      detail: config.approvals.compare
        ? 'on: a post on X that nobody asked for here pauses everything'
        : 'off',
    },
    await checkModel(config),
  ]
  try {
    const tuitbot = await openTuitbot(home)
    try {
      const audit = await tuitbot.ctx.gateway.verifyAudit()
      const { paused, reason } = await tuitbot.ctx.gateway.control(tuitbot.account)
      const troubles = await tuitbot.ctx.db.read((db) => listTroubles(db, tuitbot.account))
      checks.push(
        { name: 'database', ok: true, detail: config.storage.dbPath },
        audit.kind === 'intact'
          ? { name: 'audit', ok: true, detail: `${audit.rows} entries, unbroken` }
          : {
              name: 'audit',
              ok: false,
              detail: `broken at ${audit.account} ${audit.seq}: ${audit.reason}`,
            },
        ...listAllowed(await listGrants(tuitbot.ctx, tuitbot.account)),
        ...checkTelling(troubles.find(isAboutTelling)),
        ...checkLoops(troubles.filter((trouble) => !isAboutTelling(trouble))),
        ...checkApproved(
          await tuitbot.ctx.gateway.list({ states: ['approved'], limit: ALL }),
          paused,
        ),
        checkOpen(await tuitbot.ctx.gateway.list({ states: OPEN, limit: ALL })),
        { name: 'pause', ok: !paused, detail: paused ? describePause(reason) : 'not paused' },
        await checkLogin(() => getMe(tuitbot.ctx.x)),
      )
    } finally {
      await tuitbot.close()
    }
  } catch (error) {
    // A model that cannot be used was told above, and what X did not say comes as an error of ours; the rest is a
    // database that cannot be used.
    if (!(error instanceof LlmError)) {
      const name = error instanceof CliError ? 'login' : 'database'
      checks.push({ name, ok: false, detail: messageOf(error) })
    }
  }
  answer(io, options, checks, () => checks.map(showCheck).join('\n'))
  return checks.every(({ ok }) => ok) ? 0 : 1
}

function describePlace({ file }: ConfigPlace): string {
  return existsSync(file) ? `${file} and what it leaves out` : `the defaults: there is no ${file}`
}

function listSettings(notInUse: readonly string[]): readonly Check[] {
  if (notInUse.length === 0) return []
  return [{ name: 'settings', ok: true, detail: `not in use yet: ${notInUse.join(', ')}` }]
}

/** What leaves unseen all the same, since a person has allowed it. */
function listAllowed(grants: ReadonlyArray<{ readonly left: number }>): readonly Check[] {
  const left = grants.reduce((sum, grant) => sum + grant.left, 0)
  if (left === 0) return []
  const posts = left === 1 ? '1 post' : `${left} posts`
  const detail = `${posts} may leave unseen, as you have said: tuitbot grants list`
  return [{ name: 'ahead', ok: true, detail }]
}

function checkTold(config: Config, env: Io['env']): Check {
  const [program] = config.approvals.command
  const isMissing = program !== undefined && !isProgram(program, env)
  const detail = isMissing
    ? `there is no program ${program}, so nobody is told: see approvals.command`
    : describeTold(config)
  return { name: 'told', ok: !isMissing, detail }
}

function checkTelling(trouble: Trouble | undefined): readonly Check[] {
  return trouble ? [{ name: 'told', ok: false, detail: describeTrouble(trouble) }] : []
}

/** Who hears of what waits. */
function describeTold({ approvals, people }: Config): string {
  const { webhookUrl, command, tell = people.you } = approvals
  const [program] = command
  const told = [...(webhookUrl ? ['a webhook'] : []), ...(program === undefined ? [] : [program])]
  return told.length === 0
    ? 'nobody: what waits is on your page'
    : `${told.join(' and ')}, with links that decide as ${tell}`
}

const MODEL_MS = 10_000

/** The one way to know whether a model writes is to let it write a few words. */
async function checkModel(config: Config): Promise<Check> {
  const name = 'model'
  const settings = llmSettingsOf(config)
  if (settings.provider === 'offline') {
    return { name, ok: true, detail: 'offline: texts come from templates, not from a model' }
  }
  try {
    const llm = createLlmProvider({ ...settings, timeoutMs: MODEL_MS })
    const { model } = await llm.complete({ kind: 'post', topic: 'hello', maxLength: 40 })
    return { name, ok: true, detail: `${settings.provider}: ${model} answers` }
  } catch (error) {
    return { name, ok: false, detail: `${settings.provider}: ${messageOf(error)}` }
  }
}

function describePause(reason = ''): string {
  return `paused: ${reason}; ${HOW_TO_RESUME}`
}

/** What is done again and again, as it went the last time. */
function checkLoops(troubles: readonly Trouble[]): readonly Check[] {
  if (troubles.length === 0) return [{ name: 'loops', ok: true, detail: 'nothing fails' }]
  return troubles.map((trouble) => ({ name: 'loops', ok: false, detail: describeTrouble(trouble) }))
}

function describeTrouble({ doing, message, since }: Trouble): string {
  return `${doing} has failed since ${timeOf(since)}: ${message}`
}

/** What is approved goes out within seconds, unless something stands against it; each thing that does is a check of its own. */
function checkApproved(approved: readonly Intent[], paused: boolean): readonly Check[] {
  if (approved.length === 0)
    return [{ name: 'approved', ok: true, detail: 'nothing waits to be sent' }]
  const why = (intent: Intent) => (paused ? 'goes out when you resume' : whyNotYet(intent))
  const reasons = [...new Set(approved.map(why))]
  return reasons.map((reason) => {
    const numbers = approved.filter((intent) => why(intent) === reason).map(numberOf)
    return { name: 'approved', ok: paused, detail: `${numbers.join(', ')}: ${reason}` }
  })
}

function whyNotYet(intent: Intent): string {
  return (
    reasonOfIntent(intent) ??
    'it has not gone out: a limit holds it, or it was changed in the database since'
  )
}

/** However many: what is not looked at is not well. */
const ALL = Number.MAX_SAFE_INTEGER

const OPEN = ['claimed', 'dispatched', 'unknown', 'needs_human'] as const

/** What has been sent, or is about to be, and has not come to an end. */
function checkOpen(open: readonly Intent[]): Check {
  if (open.length === 0) return { name: 'open', ok: true, detail: 'nothing' }
  const lost = open
    .filter(({ state }) => state === 'needs_human')
    .map(({ id, queueId }) => queueId ?? id)
  const others = open.length - lost.length
  const detail = [
    ...(others > 0 ? [`${others} on the way or not yet known; Tuitbot looks while it runs`] : []),
    ...lost.map((id) => `tuitbot resolve ${id} says what you found on X`),
  ]
  return { name: 'open', ok: lost.length === 0, detail: detail.join('; ') }
}

function numberOf({ queueId }: Intent): string {
  return `#${queueId}`
}

async function checkLogin(ask: () => Promise<{ readonly username: string }>): Promise<Check> {
  try {
    const { username } = await ask()
    return { name: 'login', ok: true, detail: `X knows you as @${username}` }
  } catch (error) {
    return { name: 'login', ok: false, detail: `X did not say who you are: ${messageOf(error)}` }
  }
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error)
}

function showCheck({ name, ok, detail }: Check): string {
  return `${ok ? 'ok  ' : 'MIND'}  ${name.padEnd(14)} ${detail}`
}

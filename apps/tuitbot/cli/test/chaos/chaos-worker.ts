import { DEFAULT_TIMES, scaleTimes, type Principal } from '@armorer/gateway'
import {
  approve,
  createOfflineProvider,
  createTuitbot,
  listApprovals,
  publish,
} from '@tuitbot/core'
import { serveTuitbot } from '@tuitbot/mcp'
import { createApp, createLogin, serve } from '@tuitbot/server'
import { ACCOUNT, readHome, tokensOf } from '../../src/open-home.js'
import { PAUSE_MS, wait } from './life.js'

/** One part of Tuitbot in a process of its own, which may be killed at any moment; once it is up, it says a line. */
const [part = '', home = '', name = ''] = process.argv.slice(2)

const settings = readHome(
  { home },
  { env: {}, out: () => undefined, err: () => undefined, ask: async () => undefined },
)
const tuitbot = await createTuitbot({
  config: settings.config,
  account: ACCOUNT,
  tokens: (db) => tokensOf(settings, db),
  keys: settings.keys,
  llm: createOfflineProvider(),
  // What would take minutes takes seconds.
  times: {
    ...scaleTimes(DEFAULT_TIMES, 1 / 50),
    busy: DEFAULT_TIMES.busy,
    fingerprintHeld: DEFAULT_TIMES.fingerprintHeld,
  },
})
const { ctx } = tuitbot

switch (part) {
  case 'loop':
    tuitbot.start()
    say('running')
    break
  case 'agent':
    say('asking')
    await askForEver({ kind: 'agent', id: name })
    break
  case 'person':
    say('approving')
    await approveForEver(tuitbot.owner)
    break
  case 'server':
    say(await servePage())
    break
  case 'mcp':
    // What `tuitbot mcp serve` does. Standard output belongs to the protocol.
    ctx.gateway.tend()
    await serveTuitbot(tuitbot, { version: '1.0.0' }).closed
    break
  case 'settle':
    say('settling')
    await settle()
    await tuitbot.close()
    break
}

function say(line: string): void {
  process.stdout.write(`${line}\n`)
}

/** Returns a link that logs in. */
async function servePage(): Promise<string> {
  ctx.gateway.tend()
  const login = createLogin(tuitbot)
  const { url } = await serve(createApp({ tuitbot, login }), { port: 0 })
  return `${url}/login?token=${login.issue()}`
}

/** Asks for the next post before the last is decided, and for each twice. */
async function askForEver(by: Principal): Promise<never> {
  for (let count = 0; ; count++) {
    const draft = { account: ACCOUNT, text: `${name} has thought number ${count}` }
    await publish(ctx, by, draft)
    await publish(ctx, by, draft)
    await wait(PAUSE_MS)
  }
}

async function approveForEver(by: Principal): Promise<never> {
  for (;;) {
    await resume(by)
    const waiting = await listApprovals(ctx, ACCOUNT)
    for (const { id } of waiting) await approve(ctx, { id, by })
    await wait(5)
  }
}

/** Until nothing is open any more, but for what the limit of a day holds back. */
async function settle(): Promise<void> {
  const { gateway } = ctx
  const handedOver = new Set<string>()
  for (;;) {
    await resume(tuitbot.owner)
    await gateway.reconcile()
    const outcomes = await gateway.executeApproved()
    await goOn(handedOver)
    const open = await gateway.list({ states: ['claimed', 'dispatched', 'unknown'], limit: 1 })
    const isHeldBack = outcomes.every((one) => one.kind === 'denied' && one.code === 'limit')
    if (open.length === 0 && isHeldBack) return
    await wait(50)
  }
}

/** So much that is unknown or alike stops the account by itself, and a person has to let it run again. */
async function resume(by: Principal): Promise<void> {
  const { paused } = await ctx.gateway.control(ACCOUNT)
  if (paused) await ctx.gateway.resume({ account: ACCOUNT, by, reason: 'go on' })
}

/** What nobody could look after for all the killing is handed to a person, who lets it go on: once. */
async function goOn(handedOver: Set<string>): Promise<void> {
  const by = { principal: tuitbot.owner }
  for (const { id } of await ctx.gateway.list({ states: ['needs_human'] })) {
    if (handedOver.has(id)) continue
    handedOver.add(id)
    await ctx.gateway.resolve(id, by, { kind: 'go_on' })
  }
}

import { DEFAULT_TIMES, scaleTimes, type Principal } from '@armorer/gateway'
import { approve, createTuitbot, listApprovals, publish } from '@tuitbot/core'
import { ACCOUNT, readHome, tokensOf } from '../src/open-home.js'
import { createOfflineProvider } from '@tuitbot/core'

/** One part of Tuitbot in a process of its own, which may be killed at any moment: `loop`, `agent` or `person`. */
const [part = '', home = '', name = ''] = process.argv.slice(2)

const settings = readHome(
  { home },
  { env: {}, out: () => undefined, err: () => undefined, ask: async () => undefined },
)
const tuitbot = await createTuitbot({
  config: settings.config,
  account: ACCOUNT,
  tokens: (db) => tokensOf(settings, db),
  llm: createOfflineProvider(),
  // What would take minutes takes seconds.
  times: {
    ...scaleTimes(DEFAULT_TIMES, 1 / 50),
    busy: DEFAULT_TIMES.busy,
    fingerprintHeld: DEFAULT_TIMES.fingerprintHeld,
  },
})
const { ctx } = tuitbot
process.stdout.write('ready\n')

switch (part) {
  case 'loop':
    tuitbot.start()
    break
  case 'agent':
    await askForEver({ kind: 'agent', id: name })
    break
  case 'person':
    await approveForEver({ kind: 'person', id: name })
    break
  case 'settle':
    await settle()
    await tuitbot.close()
    break
}

/** Asks for the next post before the last is decided, and for each twice. */
async function askForEver(by: Principal): Promise<never> {
  for (let count = 0; ; count++) {
    const draft = { account: ACCOUNT, text: `${name} has thought number ${count}` }
    await publish(ctx, by, draft)
    await publish(ctx, by, draft)
  }
}

async function approveForEver(by: Principal): Promise<never> {
  for (;;) {
    const waiting = await listApprovals(ctx, ACCOUNT)
    for (const { id } of waiting) await approve(ctx, { id, by })
    await new Promise((resolve) => setTimeout(resolve, 5))
  }
}

/** Until nothing is open any more, but for what the limit of a day holds back. */
async function settle(): Promise<void> {
  const { gateway } = ctx
  for (;;) {
    await gateway.reconcile()
    const outcomes = await gateway.executeApproved()
    const open = await gateway.list({ states: ['claimed', 'dispatched', 'unknown'], limit: 1 })
    const isHeldBack = outcomes.every((one) => one.kind === 'denied' && one.code === 'limit')
    if (open.length === 0 && isHeldBack) return
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
}

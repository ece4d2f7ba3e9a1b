import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { realClock, startSimulator, type RunningSimulator } from '@tuitbot/x-simulator'
import {
  createTokenStore,
  listApprovals,
  openDatabase,
  sayDeciders,
  type Config,
} from '@tuitbot/core'
import { ACCOUNT, makeHome, openTuitbot, type Home } from '../open-home.js'
import { type Io } from '../io.js'
import { greet } from './greet.js'
import { openPage, type PageOptions } from './open-page.js'
import { createPace } from './pace.js'
import { worldFileOf } from './world-file.js'
import { writeDemoConfig } from './write-demo-config.js'

export interface DemoOptions {
  /** A folder that is there, and nobody else's. */
  readonly home: string
  readonly port: number
  /** Where the built page lies, for a demo that has a page. */
  readonly page: string | undefined
  /** Who decides too. All who use this home read it, so it is kept there, also for later starts. */
  readonly other: string | undefined
  /** Who wants to be told of what waits can try that here too; nothing else is taken from the surroundings. */
  readonly env: Io['env']
  /** Prints a link that logs in. */
  readonly announce: PageOptions['announce']
  /** Prints that nobody could be told of what waits. */
  readonly onNotTold: (message: string) => void
  /** Prints what has failed within the page's server. */
  readonly report: PageOptions['report']
}

export interface Demo {
  /** Where to look: a link that logs in once. */
  readonly page: string | undefined
  readonly simulator: string
  /** Who decides about what waits, and who did, where this start has changed it; nothing where that goes without saying. */
  readonly deciders: string | undefined
  close(): Promise<void>
}

/** The whole product on a simulated X: the page, the mentions loop, and people who have something to say. */
export async function startDemo(options: DemoOptions): Promise<Demo> {
  const { home, env, other } = options
  const clock = realClock()
  let countWaiting = async () => 0
  const pace = createPace({ now: () => clock.now(), countWaiting: () => countWaiting() })
  const worldFile = worldFileOf(home)
  const file = join(home, 'config.toml')
  const read = () => makeHome({ home }, { ...quiet, env: approvalSettings(env) })
  // What is wrong with a folder that was in use is told before anything is changed in it.
  const before = existsSync(file) ? sayDeciders(read().config) : undefined
  const x = await startSimulator({ seed: 7, clock, eventsPerMinute: pace, worldFile })
  const opened: Array<() => Promise<void>> = [() => x.close()]
  /** The last first, and all of them, also where one fails. */
  const close = async (): Promise<void> => {
    const end = opened.pop()
    if (end === undefined) return
    try {
      await end()
    } finally {
      await close()
    }
  }
  try {
    writeDemoConfig(file, x, { other })
    const settings = read()
    await logIn(x, settings)
    const tuitbot = await openTuitbot(settings)
    opened.push(() => tuitbot.close())
    countWaiting = async () => (await listApprovals(tuitbot.ctx, tuitbot.account)).length
    const page =
      options.page === undefined
        ? undefined
        : await openPage({ ...options, folder: options.page, tuitbot, timelineUrl: x.url })
    if (page) opened.push(() => page.close())
    greet(x)
    // After the page: whoever is told of something gets a link that leads to it.
    opened.push(tuitbot.start({ onNotTold: options.onNotTold }))
    const deciders = describeDeciders(settings.config, before)
    return { page: page?.link, simulator: x.url, deciders, close }
  } catch (error) {
    // What went wrong first is what is told.
    await close().catch(() => undefined)
    throw error
  }
}

/** What alice would do on X's consent page. */
export async function logIn(x: RunningSimulator, { config, box }: Home): Promise<void> {
  const { accessToken, refreshToken, expiresInSeconds, scopes } = x.token('alice')
  const expiresAt = Date.now() + expiresInSeconds * 1000
  const db = openDatabase(config.storage.dbPath)
  try {
    await createTokenStore(db, box).replace(
      ACCOUNT,
      { accessToken, expiresAt, scopes, ...(refreshToken !== undefined && { refreshToken }) },
      Date.now(),
    )
  } finally {
    await db.close()
  }
}

function describeDeciders(config: Config, before: string | undefined): string | undefined {
  const now = sayDeciders(config)
  if (before !== undefined && before !== now) return `${now}; until now: ${before}`
  return config.people.others.length === 0 ? undefined : now
}

function approvalSettings(env: Io['env']): Io['env'] {
  const ours = Object.entries(env).filter(([name]) => name.startsWith('TUITBOT_APPROVALS__'))
  return Object.fromEntries(ours)
}

const quiet: Io = {
  env: {},
  out: () => undefined,
  err: () => undefined,
  ask: async () => undefined,
}

import { join } from 'node:path'
import { realClock, startSimulator, type Effect } from '@tuitbot/x-simulator'
import { bundleWorker } from '../../../../../scripts/bundle-worker.js'
import { logIn } from '../../src/demo/start-demo.js'
import { writeDemoConfig } from '../../src/demo/write-demo-config.js'
import { type Io } from '../../src/io.js'
import { makeHome } from '../../src/open-home.js'
import { tempHome } from '../processes.js'
import { expectKept } from './expect-kept.js'
import { startPart, wait, type Life, type Program } from './life.js'
import { startServer, type PageUser } from './use-page.js'
import { startMcp, type ToolUser } from './use-tools.js'

export interface ChaosTrial {
  readonly ms: number
  readonly random: () => number
}

export interface ChaosFigures {
  readonly kills: number
  readonly posts: number
  /** How many of them the user of the page was told of. */
  readonly posted: number
  /** How many the agent was told to wait for a person. */
  readonly waiting: number
}

const WORKERS = ['loop', 'agent', 'agent', 'person', 'person'] as const

/** Every part of Tuitbot is killed at random moments, under load, and comes back. Nothing may leave twice, nothing may get lost. */
export async function killEverything({ ms, random }: ChaosTrial): Promise<ChaosFigures> {
  using home = tempHome()
  await using x = await startSimulator({
    seed: 7,
    clock: realClock(),
    access: 'enterprise',
    credits: 1_000_000,
    eventsPerMinute: 60,
    // X itself would hide a double by refusing it.
    rules: { duplicates: 'allow' },
  })
  x.limits.override('POST /2/tweets', {})
  writeDemoConfig(join(home.path, 'config.toml'), x, { perDay: 1_000 })
  const settings = makeHome({ home: home.path }, silent)
  await logIn(x, settings)
  const worker = await bundleWorker(new URL('chaos-worker.ts', import.meta.url))
  const program: Program = { worker, home: home.path }
  const page: PageUser = { next: 0, posted: [] }
  const agent: ToolUser = { name: 'claude', next: 0, waiting: [] }

  const until = Date.now() + ms
  const isOver = () => Date.now() >= until
  const kills = await killAll(
    [
      ...WORKERS.map((part, index) => () => startPart(program, part, `${part} ${index}`)),
      () => startServer(program, 'server', page),
      () => startMcp(program, agent),
    ],
    { random, isOver },
  )

  const settling = await startPart(program, 'settle', 'settle')
  const code = await settling.gone()
  if (code !== 0) throw new Error(`what was left behind was not settled: ${code}`)
  const posts = listPosts(x.truth.effects())
  const { posted } = page
  const { waiting } = agent
  await expectKept({ database: settings.config.storage.dbPath, posts, posted, waiting })
  return { kills, posts: posts.length, posted: posted.length, waiting: waiting.length }
}

interface Killing {
  readonly random: () => number
  readonly isOver: () => boolean
}

/** Each over and over, at least once. Returns how many were killed. */
async function killAll(
  starts: ReadonlyArray<() => Promise<Life>>,
  { random, isOver }: Killing,
): Promise<number> {
  let kills = 0
  let hasFailed = false
  const killOverAndOver = async (start: () => Promise<Life>) => {
    do {
      const before = performance.now()
      const life = await start()
      // On a slow machine everything lives longer, or it would be killed before it has done anything.
      await wait(random() * 2 * (performance.now() - before))
      await life.kill()
      kills += 1
    } while (!isOver() && !hasFailed)
  }
  // Nothing runs on behind the back of a trial that has failed.
  const ends = await Promise.allSettled(
    starts.map((start) =>
      killOverAndOver(start).catch((error: unknown) => {
        hasFailed = true
        throw error
      }),
    ),
  )
  for (const end of ends) if (end.status === 'rejected') throw end.reason
  return kills
}

function listPosts(effects: readonly Effect[]): Effect[] {
  return effects.filter(({ kind, caller }) => kind === 'post.create' && caller === '@alice')
}

const silent: Io = {
  env: {},
  out: () => undefined,
  err: () => undefined,
  ask: async () => undefined,
}

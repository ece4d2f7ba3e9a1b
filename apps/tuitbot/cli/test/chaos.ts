import { spawn, type ChildProcess } from 'node:child_process'
import { join } from 'node:path'
import { openSqlite } from '@armorer/gateway/sqlite'
import { realClock, startSimulator, type Effect } from '@tuitbot/x-simulator'
import { bundleWorker } from '../../../../scripts/bundle-worker.js'
import { logIn } from '../src/demo/start-demo.js'
import { writeDemoConfig } from '../src/demo/write-demo-config.js'
import { type Io } from '../src/io.js'
import { ACCOUNT, readHome } from '../src/open-home.js'
import { tempHome } from './processes.js'

export interface ChaosTrial {
  readonly ms: number
  readonly random: () => number
}

export interface ChaosFigures {
  readonly kills: number
  readonly posts: number
}

const PARTS = ['loop', 'agent', 'agent', 'person', 'person'] as const

/** Every part of Tuitbot is killed at random moments, under load, and comes back. Nothing may leave twice, nothing may get lost. */
export async function killEverything({ ms, random }: ChaosTrial): Promise<ChaosFigures> {
  using home = tempHome()
  await using x = await startSimulator({
    seed: 7,
    clock: realClock(),
    access: 'enterprise',
    credits: 1_000_000,
    eventsPerMinute: 60,
  })
  x.limits.override('POST /2/tweets', {})
  writeDemoConfig(join(home.path, 'config.toml'), x, { perDay: 1_000 })
  const settings = readHome({ home: home.path }, silent)
  await logIn(x, settings)
  const worker = await bundleWorker(new URL('chaos-worker.ts', import.meta.url))
  const until = Date.now() + ms
  let kills = 0
  const live = async (part: string, name: string) => {
    while (Date.now() < until) {
      const child = start(worker, part, home.path, name)
      await Promise.race([said(child), gone(child)])
      await wait(random() * 1_500)
      child.kill('SIGKILL')
      await gone(child)
      kills += 1
    }
  }
  await Promise.all(PARTS.map((part, index) => live(part, `${part} ${index}`)))
  const settling = start(worker, 'settle', home.path, 'settle')
  const code = await gone(settling)
  if (code !== 0) throw new Error(`what was left behind was not settled: ${code}`)
  return { kills, posts: await expectOnce(settings.config.storage.dbPath, x.truth.effects()) }
}

/** Holds what X has against what the gateway has: each post once, each with its row. */
async function expectOnce(path: string, effects: ReadonlyArray<Effect>): Promise<number> {
  const posts = effects.filter(({ kind, caller }) => kind === 'post.create' && caller === '@alice')
  // The same words in answer to two people are two posts, but no request is made twice.
  const sent = posts.map(({ hash }) => hash)
  const twice = posts.find(({ hash }, index) => sent.indexOf(hash) !== index)
  if (twice) throw new Error(`${JSON.stringify(twice.detail)} was posted twice`)
  const store = openSqlite(path)
  try {
    const rows = await store.listIntents({ account: ACCOUNT, limit: 1_000_000 })
    const done = new Set(
      rows.flatMap(({ state, externalId }) => (state === 'succeeded' && externalId) || []),
    )
    const lost = posts.find(({ detail }) => !done.has(textOf(detail['id'])))
    if (lost) throw new Error(`a post has no record: ${JSON.stringify(lost.detail)}`)
    if (done.size !== posts.length)
      throw new Error(`${done.size} are recorded, and ${posts.length} were posted`)
    const verdict = await store.verifyAudit()
    if (verdict.kind === 'broken') throw new Error(`the audit is broken: ${verdict.reason}`)
    return posts.length
  } finally {
    await store.close()
  }
}

function start(worker: string, ...args: readonly string[]): ChildProcess {
  return spawn(process.execPath, [worker, ...args], { stdio: ['ignore', 'pipe', 'inherit'] })
}

function textOf(value: unknown): string {
  return typeof value === 'string' ? value : ''
}

function said(child: ChildProcess): Promise<void> {
  return new Promise((resolve) => child.stdout?.once('data', () => resolve()))
}

function gone(child: ChildProcess): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve(child.exitCode)
  return new Promise((resolve) => child.once('close', resolve))
}

function wait(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms))
}

const silent: Io = {
  env: {},
  out: () => undefined,
  err: () => undefined,
  ask: async () => undefined,
}

import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import {
  createOfflineProvider,
  createTuitbot,
  keysFromFile,
  loadConfig,
  putPageUrl,
  type Tuitbot,
} from '@tuitbot/core'
import { createApp, createLogin, readAssets, serve } from '@tuitbot/server'
import { type RunningSimulator, startSimulator } from '@tuitbot/x-simulator'
import { build } from 'vite'

/** The page as it is built, over a real server, with real drafts in answer to a simulated X; `settings` are more of its file. */
export async function openPageWorld(settings = '') {
  const x = await startSimulator({ access: 'enterprise', world: 'empty' })
  seed(x)
  const home = await mkdtemp(join(tmpdir(), 'tuitbot-page-'))
  const page = join(home, 'page')
  await buildPage(page)
  const loaded = loadConfig({
    env: { TUITBOT_HOME: home },
    readFile: () =>
      `[x_api]\nbase_url = "${x.url}"\naccess = "enterprise"\n[intervals]\nmentions_check_seconds = 5\n${settings}`,
  })
  if (loaded.kind !== 'ok') throw new Error(JSON.stringify(loaded.problems))
  const pair = x.token('alice')
  const tuitbot = await createTuitbot({
    config: loaded.config,
    account: 'alice',
    keys: keysFromFile(join(home, 'master.key')),
    llm: createOfflineProvider(),
    tokens: () => ({
      get: () => Promise.resolve(pair.accessToken),
      renew: () => Promise.resolve(pair.accessToken),
      scopes: () => Promise.resolve(pair.scopes),
    }),
  })
  const links: string[] = []
  const login = createLogin(tuitbot, { announce: (secret) => links.push(secret) })
  const app = createApp({ tuitbot, login, assets: readAssets(page), timelineUrl: x.url })
  const server = await serve(app, { port: 0 })
  await tuitbot.ctx.db.write((db) => putPageUrl(db, tuitbot.account, server.url))
  const stop = tuitbot.start()
  await waitFor(() => countWaiting(tuitbot), MENTIONS.length)

  return {
    x,
    tuitbot,
    links,
    url: server.url,
    linkUrl: () => `${server.url}/login?token=${login.issue()}`,
    countPosts: () => x.truth.effects().filter(({ kind }) => kind === 'post.create').length,
    async [Symbol.asyncDispose]() {
      await server.close()
      await stop()
      await tuitbot.close()
      await x.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

export type PageWorld = Awaited<ReturnType<typeof openPageWorld>>

const MENTIONS = [
  ['carol', '@alice is there a way to print the digest?'],
  ['dan', '@alice would you ever do a talk about deleting code?'],
  ['carol', '@alice the release notes at https://example.com/notes were a joy to read'],
  ['bob', '@alice how do you keep the weekly digest so short?'],
  ['dan', 'Day 25 with Lantern by @alice. Still no notifications. Bliss.'],
  ['carol', '@alice does Lantern work with a keyboard alone? Asking for #a11y'],
  ['bob', '@alice found a typo on the pricing page, second paragraph'],
  ['bob', `@alice <img src=x onerror="document.title='owned'"><svg onload=alert(1)> \u202egnp`],
] as const

/** Alice, three who follow her, and what they want from her. */
function seed(x: RunningSimulator): void {
  x.addAccount({ username: 'alice', name: 'Alice Moreau' })
  for (const username of ['bob', 'carol', 'dan']) x.addAccount({ username })
  for (const [username, text] of MENTIONS) x.post(username, { text })
}

async function buildPage(outDir: string): Promise<void> {
  const root = fileURLToPath(new URL('..', import.meta.url))
  await build({ root, logLevel: 'error', build: { outDir, emptyOutDir: true } })
}

async function countWaiting({ ctx, account }: Tuitbot): Promise<number> {
  return (await ctx.gateway.list({ account, states: ['awaiting_approval'] })).length
}

async function waitFor(count: () => Promise<number>, atLeast: number): Promise<void> {
  while ((await count()) < atLeast) await new Promise((resolve) => setTimeout(resolve, 20))
}

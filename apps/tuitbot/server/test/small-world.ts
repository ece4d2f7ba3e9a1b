import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  createTuitbot,
  keysFromFile,
  loadConfig,
  publish,
  type Tuitbot,
  type TuitbotOptions,
} from '@tuitbot/core'
import { type RunningSimulator, startSimulator } from '@tuitbot/x-simulator'
import { type AppOptions, createApp } from '../src/app.js'
import { createLogin } from '../src/login.js'

export const HOST = '127.0.0.1:3001'
export const ORIGIN = `http://${HOST}`

export interface SmallWorld extends AsyncDisposable {
  readonly x: RunningSimulator
  readonly home: string
  readonly tuitbot: Tuitbot
  /** Every link that was printed. */
  readonly links: string[]
  readonly app: ReturnType<typeof createApp>
  readonly login: ReturnType<typeof createLogin>
  /** What the server would have told in the terminal. */
  readonly reports: unknown[]
  /** As the page would ask, logged in. */
  ask(path: string, init?: RequestInit): Promise<Response>
  /** As the page would change something. */
  send(path: string, body?: unknown): Promise<Response>
  /** Something that waits, by a loop, in answer to what bob wrote. */
  suggest(text: string): Promise<number>
  /** What the page would say that it has shown. */
  contentOf(id: number): Promise<string>
  /** Posts that alice has put on X through Tuitbot. */
  countPosts(): number
}

/** Alice's Tuitbot and its server, against a simulator and a database of their own. */
export async function openWorld(options: Partial<AppOptions> = {}): Promise<SmallWorld> {
  const x = await startSimulator({ access: 'enterprise' })
  const home = await mkdtemp(join(tmpdir(), 'tuitbot-server-'))
  const tuitbot = await openTuitbot(x, home)
  const links: string[] = []
  const reports: unknown[] = []
  const login = createLogin(tuitbot, { announce: (secret) => links.push(secret) })
  const app = createApp({ tuitbot, login, report: (error) => reports.push(error), ...options })
  const session = await login.redeem(login.issue())
  const cookie = `tuitbot_session_3001=${session}`

  const ask = async (path: string, init: RequestInit = {}) =>
    app.request(path, { ...init, headers: { host: HOST, cookie, ...Object(init.headers) } })

  return {
    x,
    home,
    tuitbot,
    links,
    app,
    login,
    reports,
    ask,
    send: (path, body) =>
      ask(path, {
        method: 'POST',
        headers: { origin: ORIGIN, 'x-tuitbot': '1', 'content-type': 'application/json' },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      }),
    async suggest(text) {
      const mention = x.post('bob', {
        text: `@alice what do you say to this? ${text.slice(0, 40)}`,
      })
      const outcome = await publish(
        tuitbot.ctx,
        { kind: 'loop', id: 'mentions' },
        { account: 'alice', text, replyTo: { id: mention.id, authorId: mention.authorId } },
      )
      if (outcome.kind !== 'needs_approval') throw new Error(`it did not wait: ${outcome.kind}`)
      return outcome.queueId
    },
    async contentOf(id) {
      const [intent] = await tuitbot.ctx.gateway.list({ queueId: id })
      return intent?.content ?? ''
    },
    countPosts: () => x.truth.effects().filter(({ kind }) => kind === 'post.create').length,
    async [Symbol.asyncDispose]() {
      await tuitbot.close()
      await x.close()
      await rm(home, { recursive: true, force: true })
    },
  }
}

/** Another process would open the same file just so. */
export async function openTuitbot(
  x: RunningSimulator,
  home: string,
  more: Partial<TuitbotOptions> = {},
): Promise<Tuitbot> {
  const loaded = loadConfig({
    env: { TUITBOT_HOME: home },
    readFile: () => `[x_api]\nbase_url = "${x.url}"\naccess = "enterprise"\n`,
  })
  if (loaded.kind !== 'ok') throw new Error(JSON.stringify(loaded.problems))
  const pair = x.token('alice')
  return createTuitbot({
    config: loaded.config,
    account: 'alice',
    keys: keysFromFile(join(home, 'master.key')),
    tokens: () => ({
      get: () => Promise.resolve(pair.accessToken),
      renew: () => Promise.resolve(pair.accessToken),
      scopes: () => Promise.resolve(pair.scopes),
    }),
    ...more,
  })
}

/** What a route says that it answers. */
export async function readAs<Body>(response: Response | Promise<Response>): Promise<Body> {
  // The type is what the test expects; that it is so, it asserts.
  return (await (await response).json()) as Body
}

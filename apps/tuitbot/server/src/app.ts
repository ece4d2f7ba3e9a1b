import { type Tuitbot } from '@tuitbot/core'
import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import { createMiddleware } from 'hono/factory'
import { type Assets, assetRoutes } from './assets.js'
import { createChangeFeed } from './change-feed.js'
import { loggedInOnly } from './guards/logged-in-only.js'
import { loopbackOnly } from './guards/loopback-only.js'
import { ownPageOnly } from './guards/own-page-only.js'
import { securityHeaders } from './guards/security-headers.js'
import { type Login } from './login.js'
import { answer, onError, type Report } from './on-error.js'
import { Problem } from './problem.js'
import { activityRoutes } from './routes/activity.js'
import { approvalRoutes } from './routes/approvals.js'
import { controlRoutes } from './routes/control.js'
import { eventRoutes } from './routes/events.js'
import { grantRoutes } from './routes/grants.js'
import { linkRoutes } from './routes/links.js'
import { loginRoutes } from './routes/login.js'
import { postRoutes } from './routes/posts.js'
import { statusRoutes } from './routes/status.js'
import { clearSession, readSession } from './session-cookie.js'

const LARGEST_BODY = 64 * 1024

export interface AppOptions {
  readonly tuitbot: Tuitbot
  readonly login: Login
  /** The page's files; without them there is only the API. */
  readonly assets?: Assets | undefined
  /** Where the account can be looked at; its page on x.com unless given. */
  readonly timelineUrl?: string | undefined
  readonly report?: Report | undefined
}

/** Tuitbot for a browser on this machine. */
export function createApp({ tuitbot, login, assets, timelineUrl, report = toStderr }: AppOptions) {
  const feed = createChangeFeed(tuitbot.ctx.config.storage.dbPath)
  const api = new Hono()
    .use(ownPageOnly())
    .use(loggedInOnly(login))
    .use(freshOnly())
    .use(bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge }))
    .route('/status', statusRoutes(tuitbot, timelineUrl))
    .route('/approvals', approvalRoutes(tuitbot))
    .route('/activity', activityRoutes(tuitbot))
    .route('/grants', grantRoutes(tuitbot))
    .route('/posts', postRoutes(tuitbot))
    .route('/events', eventRoutes(feed, login))
    .route('/', controlRoutes(tuitbot))
    .post('/logout', async (c) => {
      await login.end(readSession(c))
      clearSession(c)
      return c.json({ loggedOut: true })
    })

  return new Hono()
    .onError(onError(report))
    .notFound((c) => answer(c, new Problem('not_found', 'there is nothing here')))
    .use(securityHeaders())
    .use(loopbackOnly())
    .route('/api', api)
    .route('/login', loginRoutes(login))
    .use('/decide/*', bodyLimit({ maxSize: LARGEST_BODY, onError: tooLarge }))
    .route('/decide', linkRoutes(tuitbot, timelineUrl))
    .route('/', assetRoutes(assets ?? new Map()))
}

export type App = ReturnType<typeof createApp>

/** What is true now may be false in a moment: nothing of it is kept by a browser. */
function freshOnly() {
  return createMiddleware(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
}

function tooLarge(): never {
  throw new Problem('too_large', 'that is more than a post can be')
}

function toStderr(error: unknown, id: string): void {
  console.error(`tuitbot server: ${id}`, error)
}

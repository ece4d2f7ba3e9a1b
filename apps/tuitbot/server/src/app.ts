import { type Tuitbot } from '@tuitbot/core'
import { Hono } from 'hono'
import { createMiddleware } from 'hono/factory'
import { type Assets, assetRoutes } from './assets.js'
import { createChangeFeed } from './change-feed.js'
import { loggedInOnly } from './guards/logged-in-only.js'
import { loopbackOnly } from './guards/loopback-only.js'
import { ownPageOnly } from './guards/own-page-only.js'
import { securityHeaders } from './guards/security-headers.js'
import { smallBody } from './guards/small-body.js'
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
    .use(smallBody())
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
    .use('/decide/*', smallBody())
    .route('/decide', linkRoutes(tuitbot, timelineUrl))
    .get('/', opened(login))
    .route('/', assetRoutes(assets ?? new Map()))
}

export type App = ReturnType<typeof createApp>

/** Whoever opens the page is there, and their session is in use. */
function opened(login: Login) {
  return createMiddleware(async (c, next) => {
    await login.isOpen(readSession(c))
    await next()
  })
}

/** What is true now may be false in a moment: nothing of it is kept by a browser. */
function freshOnly() {
  return createMiddleware(async (c, next) => {
    await next()
    c.header('cache-control', 'no-store')
  })
}

function toStderr(error: unknown, id: string): void {
  console.error(`tuitbot server: ${id}`, error)
}

import { createMiddleware } from 'hono/factory'
import { type Login } from '../login.js'
import { Problem } from '../problem.js'
import { readSession } from '../session-cookie.js'

/** Everything that a person may see or do needs a session. */
export function loggedInOnly(login: Login) {
  return createMiddleware(async (c, next) => {
    const session = readSession(c)
    // A page that lies open reads whenever something changes, whether anybody is there or not.
    const isReading = c.req.method === 'GET'
    if (!(await (isReading ? login.isStillOpen(session) : login.isOpen(session)))) {
      throw new Problem('not_logged_in', 'open the link that Tuitbot has printed in its terminal')
    }
    await next()
  })
}

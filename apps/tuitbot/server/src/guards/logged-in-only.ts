import { createMiddleware } from 'hono/factory'
import { type Login } from '../login.js'
import { Problem } from '../problem.js'
import { readSession } from '../session-cookie.js'

/** Everything that a person may see or do needs a session. */
export function loggedInOnly(login: Login) {
  return createMiddleware(async (c, next) => {
    if (!(await login.isOpen(readSession(c)))) {
      throw new Problem('not_logged_in', 'open the link that Tuitbot has printed in its terminal')
    }
    await next()
  })
}

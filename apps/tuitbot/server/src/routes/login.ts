import { Hono } from 'hono'
import { ownPageOnly } from '../guards/own-page-only.js'
import { type Login } from '../login.js'
import { Problem } from '../problem.js'
import { readSession, writeSession } from '../session-cookie.js'

/** The one way in: a link that was printed where Tuitbot runs. */
export function loginRoutes(login: Login) {
  return new Hono()
    .get('/', async (c) => {
      c.header('cache-control', 'no-store')
      // A browser that only looks ahead must not use up the link.
      if (c.req.method !== 'GET' || c.req.header('sec-purpose') !== undefined) {
        return c.body(null, 204)
      }
      if (await login.isOpen(readSession(c))) return c.redirect('/', 303)
      const session = await login.redeem(c.req.query('token') ?? '')
      if (session === undefined) return c.redirect('/?link=used', 303)
      writeSession(c, session)
      return c.redirect('/', 303)
    })
    .post('/link', ownPageOnly(), (c) => {
      if (login.announce()) return c.json({ printed: true })
      throw new Problem('too_soon', 'a link was printed a moment ago; look at the terminal')
    })
}

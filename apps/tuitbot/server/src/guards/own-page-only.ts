import { createMiddleware } from 'hono/factory'
import { Problem } from '../problem.js'

/** Which the page sends, and no form or link can. */
const PAGE_HEADER = 'x-tuitbot'

const SAFE = new Set(['GET', 'HEAD'])

/**
 * Another page in the same browser may have the browser send requests here, with the cookie. Whatever changes something must
 * come from this very origin, port and all, and say so in a header that others cannot set; and nothing is read by others.
 */
export function ownPageOnly() {
  return createMiddleware(async (c, next) => {
    const site = c.req.header('sec-fetch-site') ?? 'same-origin'
    if (!SAFE.has(c.req.method)) {
      const own = `http://${c.req.header('host')}`
      const isOwn = c.req.header('origin') === own && site === 'same-origin'
      if (!isOwn || c.req.header(PAGE_HEADER) === undefined) throw foreign()
    } else if (site !== 'same-origin' && site !== 'none') throw foreign()
    await next()
  })
}

function foreign(): Problem {
  return new Problem('foreign_origin', 'this did not come from the page itself')
}

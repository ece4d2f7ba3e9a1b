import { createMiddleware } from 'hono/factory'
import { Problem } from '../problem.js'

const LARGEST = 64 * 1024

/** What a request says of its length is what Node lets through. A page's requests always say it, and what has no end is not read. */
export function smallBody() {
  return createMiddleware(async (c, next) => {
    if (c.req.header('transfer-encoding') !== undefined) {
      throw new Problem('bad_request', 'say how long it is: send it with a content-length')
    }
    if (Number(c.req.header('content-length') ?? 0) > LARGEST) {
      throw new Problem('too_large', 'that is more than a post can be')
    }
    await next()
  })
}

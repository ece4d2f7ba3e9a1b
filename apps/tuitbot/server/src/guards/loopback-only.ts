import { createMiddleware } from 'hono/factory'
import { Problem } from '../problem.js'

const LOOPBACK = /^(?:127\.0\.0\.1|localhost|\[::1\])(?::([0-9]{1,5}))?$/

/** A page elsewhere can lend its own name to this machine's address. So only this machine's names are answered. */
export function loopbackOnly() {
  return createMiddleware(async (c, next) => {
    if (!LOOPBACK.test(c.req.header('host') ?? '')) {
      throw new Problem('foreign_host', 'this page answers on this machine only: use 127.0.0.1')
    }
    await next()
  })
}

/** The port that the browser thinks it speaks to; cookies are kept by host alone. */
export function portOf(host: string | undefined): string {
  return LOOPBACK.exec(host ?? '')?.[1] ?? '80'
}

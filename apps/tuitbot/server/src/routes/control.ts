import { type Tuitbot } from '@tuitbot/core'
import { Hono } from 'hono'
import { DASHBOARD as by } from '../principal.js'

/** The switch is for everything: one that stops half of it is looked for in vain when it matters. */
export function controlRoutes({ ctx: { gateway }, account }: Tuitbot) {
  return new Hono()
    .post('/pause', async (c) => {
      await gateway.pause({ by, reason: 'paused from the dashboard' })
      return c.json({ paused: true })
    })
    .post('/resume', async (c) => {
      const reason = 'resumed from the dashboard'
      await gateway.resume({ by, reason })
      if ((await gateway.control(account)).paused) await gateway.resume({ account, by, reason })
      return c.json({ paused: false })
    })
}

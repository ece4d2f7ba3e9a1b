import { pause, resume, type Tuitbot } from '@tuitbot/core'
import { Hono } from 'hono'

/** The switch is for everything: one that stops half of it is looked for in vain when it matters. */
export function controlRoutes({ ctx, account, owner: by }: Tuitbot) {
  return new Hono()
    .post('/pause', async (c) => {
      await pause(ctx, { by, reason: 'paused from the dashboard' })
      return c.json({ paused: true })
    })
    .post('/resume', async (c) => {
      await resume(ctx, { account, by, reason: 'resumed from the dashboard' })
      return c.json({ paused: false })
    })
}

import { type Tuitbot } from '@tuitbot/core'
import { Hono } from 'hono'
import { readStatus } from '../views/status-view.js'

export function statusRoutes(tuitbot: Tuitbot, timelineUrl: string | undefined) {
  return new Hono().get('/', async (c) => c.json(await readStatus(tuitbot, timelineUrl)))
}

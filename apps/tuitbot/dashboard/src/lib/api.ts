import type { App } from '@tuitbot/server'
import { hc } from 'hono/client'

/** The server's routes, typed by the server itself. The header tells it that this page asks. */
const client = hc<App>('/', { headers: { 'x-tuitbot': '1' } })

export const { api, login } = client

import { createTuitbot } from '@tuitbot/core'
import { serveTuitbot } from '../src/serve-tuitbot.js'
import { toOptions, type Home } from './home.js'

// Our own tests start it, with a home.
const home = JSON.parse(process.argv[2] ?? '') as Home
const tuitbot = await createTuitbot(toOptions(home))
const server = serveTuitbot(tuitbot, { version: '1.0.0' })
await server.closed
await tuitbot.close()

import { VERSION } from '@tuitbot/core'
import { serveTuitbot } from '@tuitbot/mcp'
import { type CommandRun } from '../commands.js'
import { withTuitbot } from '../open-home.js'

/** Until the client goes, or we are told to end. Standard output belongs to the protocol. */
export const run: CommandRun = (_, options, io) =>
  withTuitbot(options, io, async (tuitbot) => {
    // Whatever an earlier process left behind is looked after here too, and who wants to be told is.
    const stop = tuitbot.tend()
    const server = serveTuitbot(tuitbot, { version: VERSION })
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void server.close())
    await server.closed
    await stop()
    return 0
  })

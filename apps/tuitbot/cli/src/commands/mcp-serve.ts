import { VERSION } from '@tuitbot/core'
import { serveTuitbot } from '@tuitbot/mcp'
import { type CommandRun } from '../commands.js'
import { createLineLogger } from '../line-logger.js'
import { withTuitbot } from '../open-home.js'

/** Until the client goes, or we are told to end. Standard output belongs to the protocol, standard error is the log. */
export const run: CommandRun = (_, options, io) =>
  withTuitbot(options, io, async (tuitbot) => {
    // A client that does not read the log loses the log, and nothing else.
    process.stderr.on('error', () => undefined)
    // Whatever an earlier process left behind is looked after here too, and who wants to be told is.
    const logger = createLineLogger(io.err)
    const stop = tuitbot.tend({ onNotTold: (message) => logger.warn(message) })
    const server = serveTuitbot(tuitbot, { version: VERSION, logger })
    for (const signal of ['SIGINT', 'SIGTERM'] as const)
      process.once(signal, () => void server.close())
    await server.closed
    await stop()
    return 0
  })

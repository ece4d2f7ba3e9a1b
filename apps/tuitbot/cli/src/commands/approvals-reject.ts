import { type CommandRun } from '../commands.js'
import { decideAtTerminal } from '../decide-at-terminal.js'

export const run: CommandRun = (ids, options, io) => decideAtTerminal('reject', ids, options, io)

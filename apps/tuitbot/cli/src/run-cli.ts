import { once } from 'node:events'
import { createInterface, type Interface } from 'node:readline/promises'
import { Command, CommanderError } from 'commander'
import { COMMANDS, GLOBAL_OPTIONS, type CommandSpec, type Options } from './commands.js'
import { explainUnreached, listenForUnreached } from './explain-unreached.js'
import { findGroup, helpCommandFor, helpFor } from './help.js'
import { type Io } from './io.js'
import { legible } from './legible.js'
import { CliError, reportError } from './report-error.js'
import { suggestCommands } from './suggest-commands.js'

/** Parses a command line, runs what it asks for, and gives the exit code. */
export async function runCli(args: readonly string[], screen: Io = terminal): Promise<number> {
  const { io, wasUnreached } = listenForUnreached(legible(screen))
  let code = 0
  const program = createProgram((value) => {
    code = value
  }, io)
  try {
    await program.parseAsync(args, { from: 'user' })
    return code
  } catch (error) {
    if (error instanceof CommanderError) return reportUsage(error, args, io)
    return reportError(error, args.includes('--json'), io)
  } finally {
    if (wasUnreached()) explainUnreached(program.opts(), io)
  }
}

function createProgram(done: (code: number) => void, io: Io): Command {
  const program = withManners(new Command('tuitbot'))
  // Known to the program, they may stand before the command and after it.
  for (const { flags, summary } of GLOBAL_OPTIONS) program.option(flags, summary)
  const groups = new Map<string, Command>()
  for (const spec of COMMANDS) {
    const words = spec.name.split(' ')
    const last = words.pop() ?? ''
    const [group] = words
    const parent =
      group === undefined ? program : (groups.get(group) ?? addGroup(program, groups, group))
    parent.addCommand(toCommand(spec, last, done, io))
  }
  return program
}

function addGroup(program: Command, groups: Map<string, Command>, name: string): Command {
  const group = withManners(new Command(name))
  groups.set(name, group)
  program.addCommand(group)
  return group
}

function toCommand(spec: CommandSpec, name: string, done: (code: number) => void, io: Io): Command {
  const command = withManners(new Command(name)).description(spec.summary)
  for (const argument of spec.args?.split(' ') ?? []) command.argument(argument)
  for (const { flags, summary } of spec.options ?? []) command.option(flags, summary)
  return command.action(async () => {
    const options = command.optsWithGlobals<Options>()
    refuseUnused(command, spec, options)
    const { run } = await spec.load()
    done(await run(command.args, { ...options, onlyLooks: spec.looks === true }, io))
  })
}

/** Who names what a command has no use for expects something that would not come. */
function refuseUnused(command: Command, { without = {} }: CommandSpec, options: Options): void {
  for (const [flags, why] of Object.entries(without)) {
    const [flag = ''] = flags.split(' ')
    if (options[flag.slice(2)] !== undefined) command.error(`it takes no ${flag}: ${why}`)
  }
}

/** It throws instead of ending the process, its own words are ours to say, and no word is passed over. */
function withManners(command: Command): Command {
  return command
    .exitOverride()
    .allowExcessArguments(false)
    .configureOutput({ writeErr: () => undefined, writeOut: () => undefined })
}

function reportUsage({ message, code }: CommanderError, args: readonly string[], io: Io): number {
  if (code === 'commander.help' || code === 'commander.helpDisplayed') {
    io.out(helpFor(args))
    return 0
  }
  const { said, hints } = describeMistake(message, code, args)
  const hint = [...hints, `Run ${helpCommandFor(args)} to see what there is.`].join('\n')
  reportError(new CliError(said, hint), args.includes('--json'), io)
  return 2
}

function describeMistake(message: string, code: string, args: readonly string[]) {
  if (code === 'commander.unknownCommand') return describeUnknown(message, args)
  const isTooMuch = code === 'commander.excessArguments'
  return {
    said: message.replace(/^error: /, ''),
    hints: isTooMuch ? ['Put words that belong together in quotes.'] : [],
  }
}

/** The parser's own suggestion leaves out what is in another group. */
function describeUnknown(message: string, args: readonly string[]) {
  const word = /'(.*)'/s.exec(message)?.[1] ?? ''
  const names = suggestCommands(word, findGroup(args))
  return {
    said: `unknown command '${word}'`,
    hints: names.length === 0 ? [] : [`(Did you mean ${names.join(', or ')}?)`],
  }
}

/** Ctrl-C and Ctrl-D answer nothing. */
async function untilClosed(lines: Interface): Promise<never> {
  await once(lines, 'close')
  throw new Error('closed')
}

const terminal: Io = {
  env: process.env,
  out: (text) => process.stdout.write(text),
  err: (text) => process.stderr.write(text),
  async ask(question) {
    if (!process.stdin.isTTY) return undefined
    const lines = createInterface({ input: process.stdin, output: process.stderr })
    try {
      return await Promise.race([lines.question(question), untilClosed(lines)])
    } catch (error) {
      process.stderr.write('\n')
      throw new CliError('nothing was answered', undefined, { cause: error })
    } finally {
      lines.close()
    }
  },
}

import { COMMANDS, GLOBAL_OPTIONS, type CommandSpec, type OptionSpec } from './commands.js'

/** Help for what someone began to type: one command, a group of them, or everything. */
export function helpFor(words: readonly string[]): string {
  const command = findCommand(words)
  if (command) return formatCommandHelp(command)
  const group = findGroup(words)
  return group === undefined ? formatHelp() : formatGroupHelp(group)
}

/** What to type for that help: `tuitbot approvals --help`. */
export function helpCommandFor(words: readonly string[]): string {
  return ['tuitbot', findCommand(words)?.name ?? findGroup(words), '--help']
    .filter((word) => word !== undefined)
    .join(' ')
}

/** Everything that can be asked for. */
export function formatHelp(): string {
  return [
    'tuitbot — a growth co-pilot for X that asks before it acts',
    '',
    'Usage: tuitbot <command> [options]',
    '',
    'Commands:',
    ...columns(COMMANDS.map((command) => [usageOf(command), command.summary])),
    '',
    'Options for every command:',
    ...columns(GLOBAL_OPTIONS.map(toRow)),
    '',
    'tuitbot <command> --help shows the options of one; tuitbot --version says which Tuitbot this is.',
    'Begin with: tuitbot demo',
    '',
  ].join('\n')
}

/** One command, with its options. */
function formatCommandHelp(command: CommandSpec): string {
  const { options: own = [], without = {} } = command
  const left = new Set([...own.map(({ flags }) => flags), ...Object.keys(without)])
  const options = [...own, ...GLOBAL_OPTIONS.filter(({ flags }) => !left.has(flags))]
  return [
    `Usage: tuitbot ${usageOf(command)} [options]`,
    '',
    `  ${command.summary}`,
    '',
    'Options:',
    ...columns(options.map(toRow)),
    '',
  ].join('\n')
}

function formatGroupHelp(group: string): string {
  const commands = COMMANDS.filter(({ name }) => name.startsWith(`${group} `))
  return [
    `Usage: tuitbot ${group} <command> [options]`,
    '',
    'Commands:',
    ...columns(commands.map((command) => [usageOf(command), command.summary])),
    '',
    'Options for every command:',
    ...columns(GLOBAL_OPTIONS.map(toRow)),
    '',
  ].join('\n')
}

/** The group that someone began to type: `approvals`. */
export function findGroup(words: readonly string[]): string | undefined {
  const [first] = withoutOptions(words)
  return COMMANDS.some(({ name }) => name.startsWith(`${first} `)) ? first : undefined
}

function findCommand(words: readonly string[]): CommandSpec | undefined {
  const typed = `${withoutOptions(words).join(' ')} `
  return COMMANDS.find(({ name }) => typed.startsWith(`${name} `))
}

/** Those for every command may stand before its name, with their values, and so may the word help. */
function withoutOptions(words: readonly string[]): readonly string[] {
  const bare = words.filter((word, at) => !word.startsWith('-') && !takesValue(words[at - 1]))
  return bare[0] === 'help' ? bare.slice(1) : bare
}

function takesValue(word: string | undefined): boolean {
  return GLOBAL_OPTIONS.some(({ flags }) => flags.startsWith(`${word} <`))
}

function usageOf({ name, args }: CommandSpec): string {
  return args === undefined ? name : `${name} ${args}`
}

function toRow({ flags, summary }: OptionSpec): readonly [string, string] {
  return [flags, summary]
}

function columns(rows: ReadonlyArray<readonly [string, string]>): string[] {
  const width = Math.max(...rows.map(([left]) => left.length)) + 3
  return rows.map(([left, right]) => `  ${left.padEnd(width)}${right}`)
}

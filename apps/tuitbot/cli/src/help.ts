import { COMMANDS, GLOBAL_OPTIONS, type CommandSpec, type OptionSpec } from './commands.js'

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
    'Begin with: tuitbot demo',
    '',
  ].join('\n')
}

/** One command, with its options. */
export function formatCommandHelp(command: CommandSpec): string {
  const options = [...(command.options ?? []), ...GLOBAL_OPTIONS]
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

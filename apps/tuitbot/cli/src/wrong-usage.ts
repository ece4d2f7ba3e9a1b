import { CommanderError } from 'commander'

/** Something that was typed and that the command does not take: told with where its help is, and code 2. */
export function wrongUsage(message: string): CommanderError {
  return new CommanderError(2, 'tuitbot.wrongUsage', message)
}

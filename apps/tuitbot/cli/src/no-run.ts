import { CliError } from './report-error.js'

export function noRun(runId: string): CliError {
  return new CliError(`there is no run ${runId}`, 'tuitbot runs list shows them')
}

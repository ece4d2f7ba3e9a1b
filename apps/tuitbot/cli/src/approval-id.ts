import { CliError } from './report-error.js'

/** What to do about a number that is none. */
export const WHERE_TO_LOOK = 'tuitbot approvals list shows what waits'

export function approvalId(text: string | undefined): number {
  const id = Number(text?.replace(/^#/, ''))
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new CliError(`${text ?? ''} is no approval`, WHERE_TO_LOOK)
}

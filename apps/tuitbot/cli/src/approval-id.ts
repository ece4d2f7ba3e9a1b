import { CliError } from './report-error.js'

/** What to do about a number that is none. */
export const WHERE_TO_LOOK = 'tuitbot approvals list shows what waits'

export function approvalId(text: string | undefined): number {
  const id = findApprovalId(text)
  if (id !== undefined) return id
  const said = text?.trim() ? `${text} is no approval` : 'no approval was named'
  throw new CliError(`${said}: give its number, such as 3`, WHERE_TO_LOOK)
}

/** The number of an approval, where that is what was typed: `12`, `#12`. */
export function findApprovalId(text: string | undefined): number | undefined {
  const id = Number(/^#?(\d+)$/.exec(text ?? '')?.[1])
  return Number.isSafeInteger(id) && id > 0 ? id : undefined
}

import { CliError } from './report-error.js'

export function approvalId(text: string | undefined): number {
  const id = Number(text?.replace(/^#/, ''))
  if (Number.isSafeInteger(id) && id > 0) return id
  throw new CliError(`${text ?? ''} is no approval`, 'tuitbot approvals list shows their numbers')
}

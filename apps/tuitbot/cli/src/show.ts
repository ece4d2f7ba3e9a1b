import { type Outcome } from '@armorer/gateway'
import {
  reasonOfOutcome,
  wordOfOutcome,
  type ActivityItem,
  type ApprovalView,
  type GrantView,
  type Said,
} from '@tuitbot/core'

/** A sum in dollars, to the tenth of a cent: `$0.015`. */
export function dollars(microUsd: number): string {
  return `$${(microUsd / 1_000_000).toFixed(3)}`
}

export function showApprovalLine({ id, text, answers, priceMicroUsd }: ApprovalView): string {
  const whom = answers?.username === undefined ? '' : ` to @${answers.username}`
  return `#${id}${whom}  ${oneLine(text, 70)}  ${dollars(priceMicroUsd)}`
}

export function showApproval(approval: ApprovalView): string {
  const { answers } = approval
  return [
    `#${approval.id}  ${approval.status}`,
    ...(answers?.text === undefined
      ? []
      : [`  answers   @${answers.username}: ${oneLine(answers.text, 100)}`]),
    `  text      ${approval.text}`,
    `  length    ${approval.length} of 280`,
    `  costs     ${dollars(approval.priceMicroUsd)}`,
    `  why       ${approval.reason} (${approval.rule})`,
    `  asked by  ${approval.askedBy}${approval.writtenBy === null ? '' : `, written by ${approval.writtenBy}`}`,
    ...approval.edits.map(
      ({ by, at, before }) =>
        `  edited    by ${by}, ${timeOf(at)}; it was: ${oneLine(before, 100)}`,
    ),
    ...approval.notes.map(({ by, at, note }) => `  noted     by ${by}, ${timeOf(at)}: ${note}`),
    ...(approval.snoozedUntil === null
      ? []
      : [`  put off   until ${timeOf(approval.snoozedUntil)}`]),
    `  intent    ${approval.intent}`,
  ].join('\n')
}

export function showGrant({ id, what, left, until }: GrantView): string {
  return `${left} more until ${timeOf(until)}: ${what}\n  [tuitbot grants revoke ${id}]`
}

/** The same words as on the page, on one line. */
export function showSaid({ word, reason }: Said): string {
  return reason === undefined ? word : `${word}: ${reason}`
}

export function showOutcome(outcome: Outcome, operation: string): string {
  const word = wordOfOutcome(outcome, operation)
  const reason = reasonOfOutcome(outcome)
  const said = showSaid({ word, ...(reason !== undefined && { reason }) })
  switch (outcome.kind) {
    case 'executed':
    case 'replayed': {
      const id: unknown = Reflect.get(Object(outcome.value), 'id')
      return typeof id === 'string' ? `${word}: ${id}` : word
    }
    case 'needs_approval':
      return `${word}: #${outcome.queueId} (${outcome.reason})`
    case 'denied':
      return outcome.rule === undefined ? said : `${said} (${outcome.rule})`
    case 'needs_human':
      return `${said}\n  tuitbot resolve ${outcome.intent} --posted or --not-posted`
    case 'failed':
    case 'conflict':
    case 'unknown':
    case 'in_progress':
    case 'dry_run':
      return said
  }
}

export function showActivity({
  at,
  word,
  text,
  reason,
  rule,
  intent,
  canUndo,
}: ActivityItem): string {
  const why = reason === undefined ? '' : `  — ${reason}${rule === undefined ? '' : ` (${rule})`}`
  const undo = canUndo && intent !== undefined ? `  [tuitbot undo ${intent}]` : ''
  return `${timeOf(at)}  ${word.padEnd(15)} ${oneLine(text, 80)}${why}${undo}`
}

/** To the minute, in UTC. */
export function timeOf(at: number): string {
  return new Date(at).toISOString().slice(0, 16).replace('T', ' ')
}

function oneLine(text: string, most: number): string {
  const flat = text.replaceAll(/\s+/g, ' ').trim()
  const letters = Array.from(segmenter.segment(flat), ({ segment }) => segment)
  return letters.length <= most ? flat : `${letters.slice(0, most - 1).join('')}…`
}

/** What people see as one letter stays one. */
const segmenter = new Intl.Segmenter()

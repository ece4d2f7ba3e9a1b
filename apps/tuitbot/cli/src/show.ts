import { type Outcome } from '@armorer/gateway'
import {
  isWaiting,
  type ActivityItem,
  type ApprovalView,
  type GrantView,
  type Said,
} from '@tuitbot/core'

/** A sum in dollars, to the tenth of a cent: `$0.015`. */
export function dollars(microUsd: number): string {
  return `$${(microUsd / 1_000_000).toFixed(3)}`
}

export function showApprovalLine(approval: ApprovalView): string {
  const { id, intent, status, reason, text, answers, priceMicroUsd, decides, mediaIds } = approval
  const whom = answers?.username === undefined ? '' : ` to @${answers.username}`
  // What holds for all of them is not said of each.
  const who = isForOthers(approval) ? `\n  ${decides}` : ''
  const media = mediaIds.length === 0 ? '' : `  with ${sayMedia(mediaIds)}`
  const what = `${whom}  ${oneLine(text, 70)}${media}  ${dollars(priceMicroUsd)}`
  if (status !== 'needs you') return `#${id}${what}${who}`
  // What was sent without asking anyone has no number.
  const [name, known] = id > 0 ? [`#${id}  `, id] : ['', intent]
  return `${name}${status}${what}\n  ${reason}\n  ${howToResolve(known)}`
}

/** How it stands, and who decides where it is not you alone. */
export function showStanding(approval: ApprovalView): string {
  const { status, decides } = approval
  return isForOthers(approval) && decides !== null ? `${status}: ${decides}` : status
}

function isForOthers({ voices, status }: ApprovalView): boolean {
  return voices.length > 0 || status === 'waiting for others'
}

/** An approval, and why it stands as it does, where that is not said by its status. */
interface ShownApproval extends ApprovalView {
  readonly failure: string | null
}

export function showApproval(approval: ShownApproval): string {
  const { answers, writtenBy, snoozedUntil, decides, decidedBy, status, failure } = approval
  const { expiresAt, mediaIds } = approval
  return [
    `#${approval.id}  ${showSaid({ word: status, ...(failure !== null && { reason: failure }) })}`,
    ...(answers?.text === undefined
      ? []
      : [field('answers', `@${answers.username}: ${oneLine(answers.text, 100)}`)]),
    field('text', approval.text),
    ...(mediaIds.length === 0 ? [] : [field('with', sayMedia(mediaIds))]),
    field('length', `${approval.length} of 280`),
    field('costs', dollars(approval.priceMicroUsd)),
    status === 'needs you'
      ? field('resolve', howToResolve(approval.id))
      : field('why', `${approval.reason} (${approval.rule})`),
    field(
      'asked by',
      `${approval.askedBy}${writtenBy === null ? '' : `, written by ${writtenBy}`}`,
    ),
    ...approval.edits.map(({ by, at, before }) =>
      field('edited', `by ${by}, ${timeOf(at)}; it was: ${oneLine(before, 100)}`),
    ),
    ...approval.notes.map(({ by, at, note }) => field('noted', `by ${by}, ${timeOf(at)}: ${note}`)),
    ...(snoozedUntil === null ? [] : [field('put off', `until ${timeOf(snoozedUntil)}`)]),
    ...(expiresAt === null || !isWaiting(status) ? [] : [field('runs out', timeOf(expiresAt))]),
    ...(decides === null ? [] : [field('decision', decides)]),
    ...(decidedBy === null ? [] : [field('decided', `by ${decidedBy}`)]),
    ...(status === 'on its way' ? [field('take back', howToTakeBack(approval.id))] : []),
    field('intent', approval.intent),
  ].join('\n')
}

/** What goes out beside the text: `2 media: 77, 78`. */
function sayMedia(ids: readonly string[]): string {
  return `${ids.length} media: ${ids.join(', ')}`
}

/** A text of several lines stays under its first: none of them passes for a field. */
function field(name: string, value: string): string {
  return `  ${name.padEnd(10)}${indent(value, 12)}`
}

/** Further lines begin as far in as the first. */
export function indent(text: string, by: number): string {
  return text.replaceAll(/\r?\n/g, `\n${' '.repeat(by)}`)
}

export function showGrant({ id, what, left, until }: GrantView): string {
  return `${left} more until ${localTimeOf(until)}: ${what}\n  [tuitbot grants revoke ${id}]`
}

/** The same words as on the page, on one line. */
export function showSaid({ word, reason }: Said): string {
  return reason === undefined ? word : `${word}: ${indent(reason, 2)}`
}

/** The same, and what the terminal can do about it. */
export function showOutcome(outcome: Outcome, { word, reason }: Said): string {
  const said = showSaid({ word, ...(reason !== undefined && { reason }) })
  switch (outcome.kind) {
    case 'executed':
    case 'replayed': {
      const id: unknown = Reflect.get(Object(outcome.value), 'id')
      return typeof id === 'string' ? `${word}: ${id}  [tuitbot undo ${id}]` : word
    }
    case 'needs_approval':
      return `${word}: #${outcome.queueId} (${reason})`
    case 'denied':
      if (outcome.code === 'paused') return `${said}\n  ${HOW_TO_RESUME}`
      return outcome.rule === undefined ? said : `${said} (${outcome.rule})`
    case 'needs_human':
      return `${said}\n  ${howToResolve(outcome.intent)}`
    case 'failed':
    case 'conflict':
    case 'unknown':
    case 'in_progress':
    case 'dry_run':
      return said
  }
}

/** What to do about what nobody but a person can find out. */
function howToResolve(name: string | number): string {
  return `tuitbot resolve ${name} --posted or --not-posted`
}

/** What to do about a pause. */
export const HOW_TO_RESUME = 'tuitbot resume lets things leave again'

/** What to do about what was approved and has not left yet. */
export function howToTakeBack(approval = 0): string {
  return `tuitbot approvals reject ${approval}`
}

export function showActivity({
  at,
  word,
  text,
  reason,
  rule,
  intent,
  approval,
  canUndo,
  canTakeBack,
}: ActivityItem): string {
  const why =
    reason === undefined ? '' : `  — ${indent(reason, 2)}${rule === undefined ? '' : ` (${rule})`}`
  const undo = canUndo && intent !== undefined ? `  [tuitbot undo ${intent}]` : ''
  const takeBack = canTakeBack ? `  [${howToTakeBack(approval)}]` : ''
  return `${timeOf(at)}  ${word.padEnd(15)} ${oneLine(text, 80)}${why}${undo}${takeBack}`
}

/** To the minute, by the clock on the wall here, with its zone: `2026-11-23 08:00 GMT+1`. */
export function localTimeOf(at: number): string {
  const parts = LOCAL.formatToParts(at)
  const part = (type: Intl.DateTimeFormatPartTypes) =>
    parts.find((one) => one.type === type)?.value ?? ''
  const date = `${part('year')}-${part('month')}-${part('day')}`
  return `${date} ${part('hour')}:${part('minute')} ${part('timeZoneName')}`
}

const LOCAL = new Intl.DateTimeFormat('en-US', {
  year: 'numeric',
  month: '2-digit',
  day: '2-digit',
  hour: '2-digit',
  minute: '2-digit',
  hourCycle: 'h23',
  timeZoneName: 'short',
})

/** To the minute, in UTC, and it says so: `2026-11-20 09:30 UTC`. */
export function timeOf(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace('T', ' ')} UTC`
}

/** A text on one line, cut where it is longer. Only what parts words is folded: the rest is seen. */
export function oneLine(text: string, most: number): string {
  const flat = text.replaceAll(/(?:\r\n|[\n\t\p{Zs}])+/gu, ' ').replaceAll(/^ | $/g, '')
  const letters = Array.from(segmenter.segment(flat), ({ segment }) => segment)
  return letters.length <= most ? flat : `${letters.slice(0, most - 1).join('')}…`
}

/** What people see as one letter stays one. */
const segmenter = new Intl.Segmenter()

import { createToolError, type ToolErrorData } from '../errors.js'
import { findUnjson, type JsonValue } from '../json.js'
import { type MediaPart, type TextPart } from '../run/run-item.js'
import { type Loss } from '../serialization/loss.js'
import { type CallOutcome } from './call-outcome.js'
import { type ReceivedCalls } from './receive-answer.js'

/** What a model is shown of one call. */
export interface ShownOutcome {
  /** Under the names of the provider. */
  readonly call: ReceivedCalls['asked'][number]
  readonly parts: readonly ShownPart[]
  readonly isError: boolean
}

export type ShownPart =
  | Pick<TextPart, 'kind' | 'text'>
  | Pick<MediaPart, 'kind' | 'mediaType' | 'url' | 'data'>
  | { readonly kind: 'json'; readonly value: JsonValue }

/** What is said to a provider of the calls it asked for, and what could not be. */
export interface ResultExport<Message> {
  readonly messages: Message[]
  readonly losses: readonly Loss[]
}

export interface ShowOptions {
  /**
   * What the model sees where that is not what the application gets: a summary, an image, less than all.
   * `undefined` shows the outcome as it is.
   */
  readonly show?: (outcome: CallOutcome) => string | readonly ShownPart[] | undefined
}

/** One for every call that was asked, in that order, whatever became of it. */
export function showOutcomes(
  { asked, refused }: ReceivedCalls,
  outcomes: readonly CallOutcome[],
  options?: ShowOptions,
): readonly ShownOutcome[] {
  const byId = new Map([...outcomes, ...refused].map((outcome) => [outcome.callId, outcome]))
  return asked.map((call) => ({
    call,
    ...showOutcome(byId.get(call.id) ?? missing(call), options),
  }))
}

/** What a model is shown of a call that is known already. */
export function showOutcome(
  outcome: CallOutcome,
  { show }: ShowOptions = {},
): Omit<ShownOutcome, 'call'> {
  const shown = show?.(outcome)
  const parts =
    typeof shown === 'string'
      ? [{ kind: 'text' as const, text: shown }]
      : (shown ?? [viewOf(outcome)])
  return { parts, isError: isFailure(outcome) }
}

/** Parts as one text, for a provider or a place that takes nothing else; `undefined` where one is no text. */
export function textOfParts(parts: readonly ShownPart[]): string | undefined {
  const texts = parts.map((part) => {
    if (part.kind === 'text') return part.text
    return part.kind === 'json' ? JSON.stringify(part.value) : undefined
  })
  return texts.includes(undefined) ? undefined : texts.join('\n')
}

/** The address of a medium, its bytes included where it has no other. */
export function mediaUrl({ mediaType, url, data }: Pick<MediaPart, 'mediaType' | 'url' | 'data'>) {
  if (data === undefined) return url ?? ''
  return `data:${mediaType ?? 'application/octet-stream'};base64,${data}`
}

function viewOf(outcome: CallOutcome): ShownPart {
  switch (outcome.kind) {
    case 'done':
    case 'duplicate':
      return viewOfValue(outcome.value)
    case 'dry_run': {
      const preview = isSayable(outcome.preview) ? { preview: outcome.preview } : {}
      return {
        kind: 'json',
        value: { status: outcome.kind, message: outcome.error.message, ...preview },
      }
    }
    case 'failed':
    case 'denied':
    case 'pending':
    case 'in_progress':
    case 'unknown':
    case 'cancelled':
      return { kind: 'json', value: { status: outcome.kind, error: errorOf(outcome.error) } }
  }
}

function viewOfValue(value: unknown): ShownPart {
  if (typeof value === 'string') return { kind: 'text', text: value }
  if (value === undefined) return { kind: 'text', text: 'done' }
  if (isSayable(value)) return { kind: 'json', value }
  // A date or an instance of a class may still say itself.
  const said = sayAnyway(value)
  return said === undefined
    ? { kind: 'text', text: 'done; its output cannot be said as JSON' }
    : { kind: 'json', value: said }
}

function sayAnyway(value: unknown): JsonValue | undefined {
  try {
    const text: unknown = JSON.stringify(value)
    return typeof text === 'string' ? (JSON.parse(text) as JsonValue) : undefined
  } catch {
    return undefined
  }
}

/** Field by field: what else an error carries stays here. */
function errorOf({
  category,
  code,
  message,
  retryable,
  details,
  retryAfterMs,
}: ToolErrorData): JsonValue {
  return {
    code,
    category,
    message,
    retryable,
    ...(isSayable(details) && { details }),
    ...(retryAfterMs !== undefined && { retryAfterMs }),
  }
}

function isSayable(value: unknown): value is JsonValue {
  return value !== undefined && findUnjson(value) === undefined
}

function isFailure({ kind }: CallOutcome): boolean {
  return kind !== 'done' && kind !== 'duplicate' && kind !== 'dry_run'
}

function missing({ id, name }: ReceivedCalls['asked'][number]): CallOutcome {
  const error = createToolError({
    category: 'internal',
    code: 'toolbox.no_result',
    message: 'nobody says what became of this call',
  })
  return { kind: 'unknown', callId: id, tool: name, error }
}

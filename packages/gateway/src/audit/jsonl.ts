import { type JsonValue } from '@armorer/core'
import { type AuditEvent, type AuditKind } from '../audit.js'
import { AuditFormatError } from './format-error.js'
import { ERASED, isAsWritten, payloadOf, readPayload, type Payload } from './payload.js'
import { linesOf, type TextSource } from './text-lines.js'

/** Events as JSON Lines: each line is canonical JSON, so it can be written in one way only. */
export async function* toJsonl(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  for await (const event of events) yield `${toLine(event)}\n`
}

/** Reads what `toJsonl` wrote. A line that differs from that by a byte is an `AuditFormatError`. */
export async function* fromJsonl(source: TextSource): AsyncGenerator<AuditEvent> {
  let number = 0
  for await (const line of linesOf(source)) {
    number += 1
    const event = fromLine(line)
    if (!event || toLine(event) !== line) {
      throw new AuditFormatError('unreadable', `line ${number} is not as it was exported`)
    }
    yield event
  }
}

/** The keys stand in the order of canonical JSON. */
function toLine(event: AuditEvent): string {
  const { account, at, hash, intent, kind, payloadHash, prev, seq } = event
  const about = payloadMember(event)
  return (
    `{"account":${quote(account)},"at":${at},"hash":${quote(hash)},"intent":${quote(intent)},` +
    `"kind":${quote(kind)},${about.json}"payloadHash":${quote(payloadHash)},${about.text}` +
    `"prev":${quote(prev)},"seq":${seq}}`
  )
}

/** As JSON for whoever reads it; verbatim where it is not what was once written. */
function payloadMember(payload: Payload): { json: string; text: string } {
  const { payloadText } = payload
  if (payloadText === undefined) return { json: '', text: '' }
  if (isAsWritten(payload)) return { json: `"payload":${payloadText},`, text: '' }
  return { json: '', text: `"payloadText":${quote(payloadText)},` }
}

function fromLine(line: string): AuditEvent | undefined {
  const fields = parse(line)
  if (!fields) return undefined
  const { account, at, hash, intent, kind, payloadHash, prev, seq } = fields
  const payload = readMember(fields)
  if (
    typeof account !== 'string' ||
    typeof at !== 'number' ||
    typeof hash !== 'string' ||
    typeof intent !== 'string' ||
    typeof kind !== 'string' ||
    typeof payloadHash !== 'string' ||
    typeof prev !== 'string' ||
    typeof seq !== 'number' ||
    !payload
  ) {
    return undefined
  }
  // A later version may write kinds that this one does not know; they are links all the same.
  const known = kind as AuditKind
  return { account, seq, at, intent, kind: known, payloadHash, prev, hash, ...payload }
}

function readMember(fields: Fields): Payload | undefined {
  const { payload, payloadText } = fields
  if (payloadText !== undefined) {
    return typeof payloadText === 'string' ? readPayload(payloadText) : undefined
  }
  if (payload === undefined) return ERASED
  try {
    return payloadOf(payload)
  } catch {
    return undefined
  }
}

type Fields = Readonly<Record<string, JsonValue | undefined>>

function parse(line: string): Fields | undefined {
  try {
    const value: unknown = JSON.parse(line)
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return undefined
    // What JSON.parse makes is JSON.
    return value as Fields
  } catch {
    return undefined
  }
}

function quote(text: string): string {
  return JSON.stringify(text)
}

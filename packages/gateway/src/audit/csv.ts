import { type AuditEvent, type AuditKind } from '../audit.js'
import { AuditFormatError } from './format-error.js'
import { ERASED, isAsWritten, payloadOf, readPayload, type Payload } from './payload.js'
import { linesOf, type TextSource } from './text-lines.js'

const COLUMNS = [
  'account',
  'seq',
  'time',
  'kind',
  'intent',
  'payload',
  'changed_payload',
  'payload_hash',
  'prev',
  'hash',
] as const

type Cells = Readonly<Record<(typeof COLUMNS)[number], string>>

const HEADER = `${COLUMNS.map((name) => `"${name}"`).join(',')}\r`

/** Events as CSV for a spreadsheet. No cell can be taken for a formula, and nothing is lost by that. */
export async function* toCsv(events: AsyncIterable<AuditEvent>): AsyncGenerator<string> {
  yield `${HEADER}\n`
  for await (const event of events) yield `${toRow(toCells(event))}\n`
}

/** Reads what `toCsv` wrote, and not what a spreadsheet made of it. A row that differs by a byte is an `AuditFormatError`. */
export async function* fromCsv(source: TextSource): AsyncGenerator<AuditEvent> {
  let number = 0
  for await (const row of rowsOf(source)) {
    number += 1
    if (number === 1 && row === HEADER) continue
    const cells = readRow(row)
    const event = cells && fromCells(cells)
    if (number === 1 || !event || toRow(toCells(event)) !== row) {
      throw new AuditFormatError('unreadable', `row ${number} is not as it was exported`)
    }
    yield event
  }
}

function toCells(event: AuditEvent): Cells {
  const { account, seq, at, kind, intent, payloadText, payloadHash, prev, hash } = event
  const changed = payloadText !== undefined && !isAsWritten(event)
  return {
    account,
    seq: String(seq),
    time: toTime(at),
    kind,
    intent,
    payload: changed ? '' : hideSeparators(payloadText ?? ''),
    changed_payload: changed ? payloadText : '',
    payload_hash: payloadHash,
    prev,
    hash,
  }
}

function fromCells(cells: Cells): AuditEvent | undefined {
  const payload = fromPayloadCells(cells)
  if (!payload) return undefined
  return {
    account: cells.account,
    seq: Number(cells.seq),
    at: fromTime(cells.time),
    // A later version may write kinds that this one does not know; they are links all the same.
    kind: cells.kind as AuditKind,
    intent: cells.intent,
    payloadHash: cells.payload_hash,
    prev: cells.prev,
    hash: cells.hash,
    ...payload,
  }
}

function fromPayloadCells({ payload, changed_payload: changed }: Cells): Payload | undefined {
  if (changed !== '') return readPayload(changed)
  if (payload === '') return ERASED
  try {
    return payloadOf(JSON.parse(payload))
  } catch {
    return undefined
  }
}

/** Where a semicolon parts cells, one inside of a text would begin a new cell, and with it perhaps a formula. */
function hideSeparators(json: string): string {
  return json.replaceAll(';', String.raw`\u003b`)
}

const LATEST = 8.64e15

function toTime(at: number): string {
  return Math.abs(at) <= LATEST ? new Date(at).toISOString() : String(at)
}

function fromTime(text: string): number {
  return text.endsWith('Z') ? Date.parse(text) : Number(text)
}

/** With the first half of the end of its line. */
function toRow(cells: Cells): string {
  const row = COLUMNS.map((name) => `"${disarm(cells[name]).replaceAll('"', '""')}"`)
  return `${row.join(',')}\r`
}

/** A spreadsheet reads a cell that begins like this as something to work out, and one with an apostrophe before it as text. */
const ARMED = /^['=+\-@\t\r\n＝＋－＠]/

function disarm(text: string): string {
  return ARMED.test(text) ? `'${text}` : text
}

function readRow(row: string): Cells | undefined {
  const cells = [...row.matchAll(/"([^"]*(?:""[^"]*)*)"(?:,|\r$)/g)].map(([, cell = '']) =>
    cell.replaceAll('""', '"').replace(/^'/, ''),
  )
  if (cells.length !== COLUMNS.length) return undefined
  return Object.fromEntries(COLUMNS.map((name, index) => [name, cells[index]])) as Cells
}

/** A row ends where a line does, unless that lies inside of quotes. */
async function* rowsOf(source: TextSource): AsyncGenerator<string> {
  let open: string | undefined
  for await (const line of linesOf(source)) {
    const row = open === undefined ? line : `${open}\n${line}`
    const isOpen = row.split('"').length % 2 === 0
    if (!isOpen) yield row
    open = isOpen ? row : undefined
  }
  if (open !== undefined) throw new AuditFormatError('unreadable', 'the last row is cut off')
}

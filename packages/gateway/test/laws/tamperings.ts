import { linkHash, sha256, type AuditKind } from '../../src/audit.js'
import { pick } from './random.js'

/** A row of the audit as SQL gives it. */
export interface AuditRow {
  readonly account: string
  readonly seq: number
  readonly at: number
  readonly intent: string
  readonly kind: AuditKind
  readonly payload_hash: string
  readonly prev: string
  readonly hash: string
  readonly payload_json: string | null
}

type Rows = readonly AuditRow[]
type Random = () => number

/** What someone can do to the record who may write to the database; whoever knows the hash also mends what hangs on it. */
export const TAMPERINGS: Readonly<Record<string, (rows: Rows, random: Random) => Rows>> = {
  'a byte of a column flipped': flipByte,
  'a link deleted': (rows, random) => without(rows, pick(random, rows)),
  'two links of a chain swapped': swap,
  'a payload moved to another link': movePayload,
  'a payload taken out': takePayload,
  'a link put in between': (rows, random) => putIn(rows, pick(random, rows), false),
  'a link put in between, and the chain mended': (rows, random) =>
    putIn(rows, pick(random, rows), true),
  'a tail cut off': (rows, random) => cut(rows, pick(random, rows)),
  'a chain cut off whole': (rows, random) => {
    const { account } = pick(random, rows)
    return rows.filter((row) => row.account !== account)
  },
  'a chain rewritten from a link on': (rows, random) => rewriteFrom(rows, pick(random, rows)),
  'everything rewritten, checkpoints too': (rows, random) =>
    mendCheckpoints(rewriteFrom(rows, pick(random, rows))),
  'a forged link at the end': (rows, random) => {
    const chain = chainOf(rows, pick(random, rows).account)
    const last = chain.at(-1) ?? pick(random, rows)
    return [...rows, sealed({ ...last, seq: last.seq + 1, prev: last.hash, at: last.at + 1 })]
  },
}

const COLUMNS = [
  'account',
  'seq',
  'at',
  'intent',
  'kind',
  'payload_hash',
  'prev',
  'hash',
  'payload_json',
] as const

function flipByte(rows: Rows, random: Random): Rows {
  const row = pick(random, rows)
  const column = pick(random, COLUMNS)
  const value = row[column]
  if (value === null || value === '') return flipByte(rows, random)
  const changed =
    typeof value === 'number'
      ? value + (random() < 0.5 ? 1 : -1) * 2 ** Math.floor(random() * 40)
      : flip(value, random)
  return replace(rows, row, { ...row, [column]: changed })
}

/** One byte of the text becomes another; what is no UTF-8 any more is read as SQLite's driver reads it. */
function flip(text: string, random: Random): string {
  const bytes = Buffer.from(text)
  const index = Math.floor(random() * bytes.length)
  const byte = (bytes[index] ?? 0) ^ (1 + Math.floor(random() * 255))
  // SQLite ends a text there.
  bytes[index] = byte === 0 ? 1 : byte
  const changed = bytes.toString()
  return changed === text ? flip(text, random) : changed
}

function swap(rows: Rows, random: Random): Rows {
  const one = pick(random, rows)
  const other = pick(random, chainOf(rows, one.account))
  if (other === one) return swap(rows, random)
  return rows.map((row) => {
    if (row === one) return { ...other, seq: one.seq }
    return row === other ? { ...one, seq: other.seq } : row
  })
}

function movePayload(rows: Rows, random: Random): Rows {
  const one = pick(random, rows)
  const other = pick(random, rows)
  // Links may well have been about the same.
  if (other.payload_json === null || sha256(other.payload_json) === one.payload_hash)
    return movePayload(rows, random)
  return replace(rows, one, { ...one, payload_json: other.payload_json })
}

function takePayload(rows: Rows, random: Random): Rows {
  const row = pick(
    random,
    rows.filter(({ payload_json: text }) => text !== null),
  )
  return replace(rows, row, { ...row, payload_json: null })
}

function putIn(rows: Rows, before: AuditRow, isMended: boolean): Rows {
  const forged = sealed({ ...before, kind: 'resumed' })
  const shifted = rows.flatMap((row) => {
    if (row.account !== before.account || row.seq < before.seq) return [row]
    const later = { ...row, seq: row.seq + 1 }
    return row === before ? [forged, later] : [later]
  })
  return isMended ? mend(shifted, before) : shifted
}

function cut(rows: Rows, from: AuditRow): Rows {
  return rows.filter(({ account, seq }) => account !== from.account || seq < from.seq)
}

function rewriteFrom(rows: Rows, from: AuditRow): Rows {
  return mend(replace(rows, from, { ...from, at: from.at - 1 }), from)
}

/** The hashes of a chain from a link on, as they would be if it had always been so. */
function mend(rows: Rows, from: Pick<AuditRow, 'account' | 'seq'>): Rows {
  let prev: string | undefined
  return rows.map((row) => {
    if (row.account !== from.account || row.seq < from.seq) return row
    const mended = sealed({ ...row, prev: prev ?? row.prev })
    prev = mended.hash
    return mended
  })
}

/** What checkpoints say of chains that are others now, and the chain of the checkpoints itself. */
function mendCheckpoints(rows: Rows): Rows {
  const hashes = new Map(rows.map(({ account, seq, hash }) => [`${seq} ${account}`, hash]))
  const said = rows.map((row) => {
    if (row.kind !== 'checkpoint' || row.payload_json === null) return row
    const { heads } = JSON.parse(row.payload_json) as { heads: AuditRow[] }
    const mended = heads.map(({ account, seq, hash }) => ({
      account,
      hash: hashes.get(`${seq} ${account}`) ?? hash,
      seq,
    }))
    return { ...row, payload_json: JSON.stringify({ heads: mended }) }
  })
  return mend(said, { account: '*', seq: 1 })
}

function sealed(row: AuditRow): AuditRow {
  const payloadHash = row.payload_json === null ? row.payload_hash : sha256(row.payload_json)
  return { ...row, payload_hash: payloadHash, hash: linkHash({ ...row, payloadHash }) }
}

function chainOf(rows: Rows, account: string): Rows {
  return rows.filter((row) => row.account === account)
}

function without(rows: Rows, gone: AuditRow): Rows {
  return rows.filter((row) => row !== gone)
}

function replace(rows: Rows, old: AuditRow, now: AuditRow): Rows {
  return rows.map((row) => (row === old ? now : row))
}

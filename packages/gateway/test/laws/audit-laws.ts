import { type SqliteDatabase } from '../../src/sqlite/index.js'
import {
  exportAudit,
  fromCsv,
  fromJsonl,
  toCsv,
  toJsonl,
  verifyExport,
  type SignedHead,
} from '../../src/audit/index.js'
import { type Store } from '../../src/store.js'
import { collect, createRecordedWorld, KEYS, stream } from '../audit/recorded-world.js'
import { pick, randomFrom, type Trial } from './random.js'
import { TAMPERINGS, type AuditRow } from './tamperings.js'

/** P31: whatever is done to the record, whoever has the last signed head finds it. */
export async function tamperingsAreFound({ runs, seed }: Trial): Promise<Record<string, number>> {
  const random = randomFrom(seed)
  await using world = await createRecordedWorld()
  const { store, db } = world
  const head = await world.signed()
  if (await isSuspect(store, head)) throw new Error('an honest record is taken for a forged one')
  unlock(db)
  const honest = readRows(db)
  const found: Record<string, number> = {}
  for (let run = 0; run < runs; run++) {
    const name = pick(random, Object.keys(TAMPERINGS))
    writeRows(db, TAMPERINGS[name]?.(honest, random) ?? honest)
    if (!(await isSuspect(store, head))) throw new Error(`run ${run}: ${name} was not found`)
    found[name] = (found[name] ?? 0) + 1
  }
  writeRows(db, honest)
  if (await isSuspect(store, head)) throw new Error('an honest record is taken for a forged one')
  return found
}

/** The same for what has left the database: any byte of an export becomes another, comes in between, or is cut off. */
export async function changedBytesAreFound({ runs, seed }: Trial): Promise<void> {
  const random = randomFrom(seed)
  await using world = await createRecordedWorld()
  const options = { heads: [await world.signed()], keys: KEYS }
  for (const { name, to, from } of FORMATS) {
    const honest = Buffer.from((await collect(to(exportAudit(world.store)))).join(''))
    for (let run = 0; run < runs; run++) {
      const verdict = await verifyExport(from(stream(change(honest, random))), options)
      if (verdict.kind === 'intact') throw new Error(`run ${run}: a change of ${name} is unseen`)
    }
  }
}

const FORMATS = [
  { name: 'JSON Lines', to: toJsonl, from: fromJsonl },
  { name: 'CSV', to: toCsv, from: fromCsv },
]

/** In two pieces, so that a character may lie on the border. */
function change(honest: Buffer, random: () => number): Buffer[] {
  const at = Math.floor(random() * (honest.length - 2))
  const byte = Math.floor(random() * 256)
  const kind = pick(random, ['flip', 'insert', 'delete', 'cut'])
  if (kind === 'cut') return [honest.subarray(0, at)]
  if (kind === 'insert') return [honest.subarray(0, at), Buffer.of(byte), honest.subarray(at)]
  if (kind === 'delete') return [honest.subarray(0, at), honest.subarray(at + 1)]
  const flipped = (honest[at] ?? 0) ^ (byte || 1)
  return [honest.subarray(0, at), Buffer.of(flipped), honest.subarray(at + 1)]
}

/** Not as it was signed, or more than was signed. */
async function isSuspect(store: Store, head: SignedHead): Promise<boolean> {
  const verdict = await verifyExport(exportAudit(store), { heads: [head], keys: KEYS })
  return verdict.kind === 'broken' || verdict.vouched < verdict.rows
}

/** Whoever may write may also do this. */
function unlock(db: SqliteDatabase): void {
  for (const name of ['no_update', 'no_delete', 'only_erase']) {
    db.exec(`drop trigger gateway_audit_${name}`)
  }
  db.exec('pragma ignore_check_constraints = on')
  db.exec('alter table gateway_audit rename to honest_audit')
  // Without its key, so that a row can be there twice.
  db.exec('create table gateway_audit as select * from honest_audit where false')
}

function readRows(db: SqliteDatabase): AuditRow[] {
  return db.prepare('select * from honest_audit order by account, seq').all() as AuditRow[]
}

/** The rows as they are to be; and accounts that know no better. */
function writeRows(db: SqliteDatabase, rows: readonly AuditRow[]): void {
  db.exec('begin')
  db.exec('delete from gateway_audit')
  const insert = db.prepare('insert into gateway_audit values (?, ?, ?, ?, ?, ?, ?, ?, ?)')
  for (const { account, seq, at, intent, kind, payload_hash, prev, hash, payload_json } of rows) {
    insert.run(account, seq, at, intent, kind, payload_hash, prev, hash, payload_json)
  }
  db.exec(`update gateway_account set
    seq = coalesce((select max(seq) from gateway_audit a where a.account = gateway_account.account), 0),
    head = coalesce((select hash from gateway_audit a where a.account = gateway_account.account order by seq desc limit 1), '')`)
  db.exec('commit')
}

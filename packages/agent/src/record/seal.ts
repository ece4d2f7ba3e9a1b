import { hash } from 'node:crypto'
import { type RunRecord } from '../run/run-record.js'
import { RunStoreError } from '../run/run-store.js'

/** A record as it is kept: its text, and a hash of it and of everything before it. */
export interface SealedRecord {
  readonly hash: string
  readonly text: string
}

/** What the first record of a run follows. */
export const GENESIS = ''

/** The hash before an answer is a hash of all that was sent for it: history, settings and tools. */
export function seal(previous: string, record: RunRecord): SealedRecord {
  const text = JSON.stringify(record)
  return { hash: hashOf(previous, text), text }
}

/** The records again. A chain that does not hold was changed, or broke. */
export function unseal(runId: string, sealed: readonly SealedRecord[]): readonly RunRecord[] {
  let previous = GENESIS
  return sealed.map(({ hash, text }, index) => {
    if (hashOf(previous, text) !== hash) {
      throw new RunStoreError('tampered', `run ${runId}: record ${index} is not what was written`)
    }
    previous = hash
    // What was sealed was a record.
    const record = JSON.parse(text) as RunRecord
    if (record.kind === 'start' && record.version !== 1) throw newer(runId, record.version)
    return record
  })
}

function hashOf(previous: string, text: string): string {
  return hash('sha256', `${previous}\n${text}`)
}

function newer(runId: string, version: number): RunStoreError {
  return new RunStoreError(
    'unreadable',
    `run ${runId} is of version ${version}, which this program does not know`,
  )
}

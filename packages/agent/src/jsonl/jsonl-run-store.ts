import { mkdir, open, readdir, readFile, truncate, type FileHandle } from 'node:fs/promises'
import { join } from 'node:path'
import { conflictOf } from '../record/conflict.js'
import { GENESIS, seal, unseal, type SealedRecord } from '../record/seal.js'
import { summaryOf } from '../record/summary-of.js'
import { type RunRecord } from '../run/run-record.js'
import { toRunStoreError, type RunStore, type RunSummary } from '../run/run-store.js'

/**
 * Keeps each run as a file of JSON lines in a folder. What may change something, and what waits for a person, is on the disk before
 * the run goes on; a line that a crash cut off never counted. One process at a time may go on with a run: several share a database.
 */
export function jsonlRunStore(folder: string): RunStore {
  const files = new Map<string, Promise<RunFile>>()
  const turns = new Map<string, Promise<void>>()

  /** One thing after the other with each run: two that go on with it at once must not both find it as they left it. */
  const inTurn = <Value>(runId: string, work: () => Promise<Value>): Promise<Value> => {
    const done = turns.get(runId)?.then(work) ?? work()
    const turn = done.then(NOTHING, NOTHING).then(() => {
      if (turns.get(runId) === turn) turns.delete(runId)
    })
    turns.set(runId, turn)
    return done
  }
  const fileOf = (runId: string) => {
    let file = files.get(runId)
    if (!file) files.set(runId, (file = openFile(pathOf(folder, runId))))
    return file
  }
  const forget = async (runId: string) => {
    const file = files.get(runId)
    files.delete(runId)
    await file?.then(({ handle }) => handle.close(), NOTHING)
  }

  const append = async (runId: string, expected: number, records: readonly RunRecord[]) => {
    try {
      const file = await fileOf(runId)
      const { size } = await file.handle.stat()
      if (file.count !== expected || size !== file.bytes) throw conflictOf(runId, expected)
      await write(file, records)
    } catch (error) {
      // Read it anew when it is next wanted.
      await forget(runId)
      throw toRunStoreError('unwritable', `run ${runId} cannot be written to ${folder}`, error)
    }
    if (records.some(({ kind }) => kind === 'stop' || kind === 'waiting')) await forget(runId)
  }
  const read = async (runId: string) => {
    await forget(runId)
    const text = await readText(pathOf(folder, runId)).catch((error: unknown) => {
      throw toRunStoreError('unreadable', `run ${runId} cannot be read from ${folder}`, error)
    })
    return unseal(runId, parseLines(text))
  }

  return {
    append: (runId, expected, records) => inTurn(runId, () => append(runId, expected, records)),
    read: (runId) => inTurn(runId, () => read(runId)),
    async list() {
      const names = await readdir(folder).catch((error: unknown) => {
        if (isAbsent(error)) return []
        throw toRunStoreError('unreadable', `the runs in ${folder} cannot be listed`, error)
      })
      const listed = names.filter((name) => name.endsWith(SUFFIX))
      const summaries = await Promise.all(listed.map((name) => summariesIn(folder, name)))
      return summaries.flat().toSorted((a, b) => b.at - a.at)
    },
    async close() {
      await Promise.all([...files.keys()].map((runId) => inTurn(runId, () => forget(runId))))
    },
  }
}

const NOTHING = () => {}

interface RunFile {
  readonly handle: FileHandle
  count: number
  bytes: number
  hash: string
}

const SUFFIX = '.jsonl'
/** Before what these tell of goes on, they must have outlived a power cut. */
const LASTING: ReadonlySet<RunRecord['kind']> = new Set(['began', 'waiting', 'decided', 'stop'])

/** A run's id may be anything, and a file's name may not. */
function pathOf(folder: string, runId: string): string {
  const name = encodeURIComponent(runId).replaceAll('.', '%2E').replaceAll('*', '%2A')
  return join(folder, `${name}${SUFFIX}`)
}

/** The run of a file, or none where its first line was cut off. One that cannot be read is shown all the same. */
async function summariesIn(folder: string, name: string): Promise<readonly RunSummary[]> {
  const runId = runIdOf(name)
  const text = await readText(join(folder, name)).catch(() => UNREADABLE)
  return parseLines(text)
    .slice(0, 1)
    .map((first) => summaryOf(runId, first.text))
}

/** A line that is no record. */
const UNREADABLE = '\n'

function runIdOf(name: string): string {
  const encoded = name.slice(0, -SUFFIX.length)
  try {
    return decodeURIComponent(encoded)
  } catch {
    // Someone else has put it there.
    return encoded
  }
}

async function openFile(path: string): Promise<RunFile> {
  await mkdir(join(path, '..'), { recursive: true })
  const text = await readText(path)
  const whole = text.slice(0, text.lastIndexOf('\n') + 1)
  const bytes = Buffer.byteLength(whole)
  if (whole !== text) await truncate(path, bytes)
  const sealed = parseLines(whole)
  const handle = await open(path, 'a')
  return { handle, bytes, count: sealed.length, hash: sealed.at(-1)?.hash ?? GENESIS }
}

async function write(file: RunFile, records: readonly RunRecord[]): Promise<void> {
  let text = ''
  for (const record of records) {
    const sealed = seal(file.hash, record)
    text += `${HEAD}${sealed.hash}${MIDDLE}${sealed.text}${TAIL}\n`
    file.hash = sealed.hash
  }
  await file.handle.appendFile(text)
  file.count += records.length
  file.bytes += Buffer.byteLength(text)
  if (records.some(({ kind }) => LASTING.has(kind))) await file.handle.datasync()
}

const HEAD = '{"hash":"'
const MIDDLE = '","record":'
const TAIL = '}'
const TEXT_AT = HEAD.length + 64 + MIDDLE.length

/** The text of each record as it was written, since that is what was hashed. */
function parseLines(text: string): readonly SealedRecord[] {
  const lines = text.split('\n')
  // What follows the last line's end was cut off, or is nothing.
  lines.pop()
  return lines.map((line) => ({
    hash: line.slice(HEAD.length, HEAD.length + 64),
    text: line.slice(TEXT_AT, -TAIL.length),
  }))
}

async function readText(path: string): Promise<string> {
  try {
    return await readFile(path, 'utf8')
  } catch (error) {
    if (isAbsent(error)) return ''
    throw error
  }
}

function isAbsent(error: unknown): boolean {
  return error instanceof Error && Reflect.get(error, 'code') === 'ENOENT'
}

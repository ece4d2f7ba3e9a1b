import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  closeSync,
  constants,
  copyFileSync,
  existsSync,
  fstatSync,
  linkSync,
  openSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { StorageError } from './storage-error.js'

/** The keys that secrets are sealed with, by version. The greatest is used for new ones. */
export interface KeyRing {
  readonly newest: number
  readonly keys: ReadonlyMap<number, Buffer>
}

/** Where the keys are, which is never the database. */
export interface KeySource {
  load(): KeyRing
}

/** As much of a system's keychain as is needed. */
export interface Keychain {
  get(): string | undefined
  set(value: string): void
}

/** Keys in a variable of the environment, in the same form as in a file. */
export function keysFromText(text: string): KeySource {
  return { load: () => parseKeys(text) }
}

/** Keys in the system's keychain. The first is made when there is none. */
export function keysFromKeychain(keychain: Keychain): KeySource {
  return {
    load() {
      const known = keychain.get()
      if (known !== undefined) return parseKeys(known)
      const made = `${formatKey(1, randomBytes(32))}\n`
      keychain.set(made)
      return parseKeys(made)
    },
  }
}

/** Keys in a file that nobody else may read. It is made when there is none, unless `sealed`, the file with what they have sealed, is there. */
export function keysFromFile(path: string, { sealed }: SealedPlace = {}): KeySource {
  return {
    load() {
      // Looked for first: another process that starts just now makes the key before it seals anything.
      const isInUse = sealed !== undefined && existsSync(sealed)
      if (!existsSync(path)) {
        if (isInUse) throw lostKey(path, sealed)
        makeFile(path)
      }
      return parseKeys(readPrivately(path))
    },
  }
}

interface SealedPlace {
  readonly sealed?: string | undefined
}

function lostKey(path: string, sealed: string): StorageError {
  return badKey(
    `${path} is missing, and ${sealed} holds what it has sealed. Nothing was changed. Put the file back; to begin anew without it, move ${sealed} away too`,
  )
}

/** Puts a newer key beside those of a file. Secrets are sealed with it from now on; the old ones stay readable. */
export function addKeyToFile(path: string): number {
  const text = readPrivately(path)
  const { newest } = parseKeys(text)
  const line = `${text.endsWith('\n') ? '' : '\n'}${formatKey(newest + 1, randomBytes(32))}\n`
  writeFileSync(path, line, { flag: 'a', mode: 0o600, flush: true })
  chmodSync(path, 0o600)
  return newest + 1
}

/** Whole or not at all, and only if there is none: two processes that start at once must not make two keys, nor read half of one. */
function makeFile(path: string): void {
  const fresh = `${path}.${randomBytes(8).toString('hex')}`
  const text = `${formatKey(1, randomBytes(32))}\n`
  try {
    writeFileSync(fresh, text, { mode: 0o600, flag: 'wx', flush: true })
    linkOrCopy(fresh, path)
  } catch (error) {
    if (codeOf(error) !== 'EEXIST') throw badKey(`${path} cannot be made`, error)
  } finally {
    rmSync(fresh, { force: true })
  }
}

function linkOrCopy(from: string, to: string): void {
  try {
    linkSync(from, to)
  } catch (error) {
    if (codeOf(error) === 'EEXIST') throw error
    // Some file systems know no second name of a file.
    copyFileSync(from, to, constants.COPYFILE_EXCL)
  }
}

function readPrivately(path: string): string {
  const file = openFile(path)
  try {
    const { mode } = fstatSync(file)
    // Windows has no such modes, and says 666 of every file.
    if (process.platform !== 'win32' && (mode & 0o077) !== 0) {
      const seen = (mode & 0o777).toString(8)
      throw badKey(`${path} is open to others (mode ${seen}): run chmod 600 on it`)
    }
    return readFileSync(file, 'utf8')
  } finally {
    closeSync(file)
  }
}

function openFile(path: string): number {
  try {
    return openSync(path, 'r')
  } catch (error) {
    throw badKey(`${path} cannot be read`, error)
  }
}

/** One key a line: `1:` and 32 bytes in base64. A lone key without a number is the first. */
function parseKeys(text: string): KeyRing {
  const lines = text.split('\n').filter((line) => line.trim() !== '')
  const keys = new Map(lines.map(parseKey))
  const newest = Math.max(0, ...keys.keys())
  if (newest === 0 || keys.size !== lines.length) throw badKey('there is no key, or one twice')
  return { newest, keys }
}

function parseKey(line: string): [number, Buffer] {
  const [, version = '1', encoded = ''] =
    /^(?:([1-9][0-9]{0,8}):)?([\w+/=-]+)$/.exec(line.trim()) ?? []
  const key = Buffer.from(encoded, 'base64')
  if (key.length !== 32) throw badKey('a key must be 32 bytes in base64')
  return [Number(version), key]
}

function formatKey(version: number, key: Buffer): string {
  return `${version}:${key.toString('base64')}`
}

function badKey(message: string, cause?: unknown): StorageError {
  return new StorageError('bad_key', `the master key: ${message}`, { cause })
}

function codeOf(error: unknown): unknown {
  return typeof error === 'object' && error !== null ? Reflect.get(error, 'code') : undefined
}

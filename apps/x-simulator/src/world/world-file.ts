import { existsSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { dirname } from 'node:path'
import { deserialize, serialize } from 'node:v8'
import { type World, type WorldState } from './world.js'

interface Kept {
  readonly format: typeof FORMAT
  readonly state: WorldState
}

/** Another number for another form of `WorldState`. */
const FORMAT = 1

/** The world that the file holds; `undefined` where there is no such file. */
export function readWorldFile(file: string): WorldState | undefined {
  try {
    return toState(deserialize(readFileSync(file)))
  } catch (error) {
    if (Reflect.get(Object(error), 'code') === 'ENOENT') return undefined
    throw new Error(`the simulated world in ${file} cannot be read: begin anew in another folder`, {
      cause: error,
    })
  }
}

/**
 * From now on the file knows of all that is seen in the world, before a caller is told of it. The function that is
 * returned writes it once more. A world that cannot be written lives on; `onError` hears of it once, and again only
 * if it could be written meanwhile.
 */
export function keepWorld(
  world: World,
  file: string,
  onError: (error: Error) => void = tell,
): () => void {
  try {
    writeWorldFile(file, world)
  } catch (error) {
    throw notKept(file, error)
  }
  let isTold = false
  const keep = () => {
    // Who deletes the folder of a world that still runs wants nothing kept.
    if (!existsSync(dirname(file))) return
    try {
      writeWorldFile(file, world)
      isTold = false
    } catch (error) {
      if (isTold) return
      isTold = true
      onError(notKept(file, error))
    }
  }
  world.listeners.add(keep)
  return keep
}

function tell({ message }: Error): void {
  process.stderr.write(`x-simulator: ${message}; what is new is in memory only\n`)
}

function notKept(file: string, cause: unknown): Error {
  const why = cause instanceof Error ? cause.message : String(cause)
  return new Error(`the simulated world cannot be kept in ${file}: ${why}`, { cause })
}

/** Who is killed meanwhile leaves the former one. */
function writeWorldFile(file: string, world: World): void {
  const { clock: _, random: _random, nextId: _nextId, listeners: _listeners, ...state } = world
  const kept: Kept = { format: FORMAT, state }
  writeFileSync(`${file}.new`, serialize(kept), { mode: 0o600 })
  renameSync(`${file}.new`, file)
}

function toState(value: unknown): WorldState {
  if (!isKept(value)) throw new Error('it is of another version')
  return value.state
}

/** Only this file writes such files, so the number vouches for the rest. */
function isKept(value: unknown): value is Kept {
  return Reflect.get(Object(value), 'format') === FORMAT
}

import process from 'node:process'
import { deferred } from './deferred.js'

/** As much of a stream as is written to. */
export interface Outlet {
  /** `false` where it is better to wait for `drain`. */
  write(text: string): boolean
  on(event: 'error', listener: (error: Error) => void): unknown
  once(event: 'drain', listener: () => void): unknown
}

/** Text on its way to a stream. */
export interface Outbox {
  /** Settled once there is room for more. */
  add(text: string): Promise<void>
  /** Writes what was added now, and not at the end of the turn. */
  flush(): void
  /** Writes what is left, and keeps nobody waiting. */
  close(): void
}

/** Writes what was said in one turn of the event loop at once: a write costs more than most answers. */
export function createOutbox(output: Outlet): Outbox {
  let text = ''
  let drained: ReturnType<typeof deferred> | undefined
  const letGo = () => {
    drained?.resolve()
    drained = undefined
  }
  const flush = () => {
    if (text === '') return
    const batch = text
    text = ''
    // What goes wrong with a pipe is heard once for all that was written to it.
    if (output.write(batch) || drained) return
    drained = deferred()
    output.once('drain', letGo)
  }
  return {
    add(more) {
      // The turn ends with its ticks, after all promises that are settled by now.
      if (text === '') process.nextTick(flush)
      text += more
      if (text.length > LONGEST) flush()
      return drained?.promise ?? WRITTEN
    },
    flush,
    close() {
      flush()
      letGo()
    },
  }
}

/** In characters: more than this is not kept for the sake of a few writes. */
const LONGEST = 65_536

const WRITTEN = Promise.resolve()

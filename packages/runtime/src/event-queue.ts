import { createToolError } from '@armorer/core'
import { type CallEvent, type Untimed } from './call-event.js'

/** Events between a call and whoever reads them: bounded, in order, and never without an end. */
export interface EventQueue {
  /** What a tool that goes no faster than it is read waits for; `undefined` where there is room. */
  tell(event: Untimed<CallEvent>): Promise<void> | undefined
  finish(event: Untimed<CallEvent>): void
  read(): AsyncIterator<CallEvent>
}

export function createEventQueue(
  capacity: number,
  stamp: (event: Untimed<CallEvent>) => CallEvent,
): EventQueue {
  const most = capacity * 2
  const unread: CallEvent[] = []
  const waiting: Array<() => void> = []
  let reading: 'not yet' | 'under way' | 'over' = 'not yet'
  let isTaken = false
  let isFinished = false
  let dropped = 0
  let callId = ''
  let wake: (() => void) | undefined

  const isOver = () => reading === 'over'
  const letGo = () => {
    for (const resolve of waiting.splice(0)) resolve()
  }
  const push = (event: Untimed<CallEvent>) => {
    if (dropped > 0) {
      unread.push(stamp({ kind: 'dropped', callId, count: dropped }))
      dropped = 0
    }
    unread.push(stamp(event))
    wake?.()
  }

  /** Nobody reads on: whoever waits for a reader waits for nothing. */
  const leave = () => {
    reading = 'over'
    unread.length = 0
    letGo()
    wake?.()
  }

  async function* events(): AsyncGenerator<CallEvent, undefined> {
    reading = 'under way'
    try {
      while (true) {
        const next = unread.shift()
        if (unread.length < capacity) letGo()
        if (next) yield next
        else if (isFinished || isOver()) return undefined
        else {
          await new Promise<void>((resolve) => {
            wake = resolve
          })
          wake = undefined
        }
      }
    } finally {
      leave()
    }
  }

  return {
    tell(event) {
      callId ||= event.callId
      if (isFinished || reading === 'over') return undefined
      if (unread.length >= most) {
        dropped += 1
        return undefined
      }
      push(event)
      // Before anyone reads, nobody says how fast; and perhaps nobody ever will.
      if (reading === 'not yet' || unread.length < capacity) return undefined
      return new Promise((resolve) => {
        waiting.push(resolve)
      })
    },
    finish(event) {
      if (reading !== 'over') push(event)
      isFinished = true
      letGo()
      wake?.()
    },
    read() {
      if (isTaken) throw readTwice()
      isTaken = true
      const reader = events()
      return {
        next: () => reader.next(),
        // A generator hears of it only at its next event, and one that was never asked for an event not at all.
        return() {
          leave()
          return reader.return(undefined)
        },
      }
    },
  }
}

function readTwice() {
  return createToolError({
    category: 'conflict',
    code: 'toolbox.stream_read_twice',
    message: 'the events of a call can be read once',
  })
}

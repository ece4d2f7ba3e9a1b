import { createToolError } from '@armorer/core'
import { type CallContext } from '../context.js'

/** So many places, given out in the order in which they were asked for. */
export interface Slots {
  /** Takes a place where one is free and nobody waits. */
  tryTake(): boolean
  /** Takes the next place that comes free. Who is cancelled while waiting leaves the queue. */
  take(ctx: CallContext, cancelled: (reason: unknown) => Error): Promise<void>
  release(): void
}

export function createSlots(max: number): Slots {
  if (!Number.isInteger(max) || max < 1) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_layer',
      message: `concurrency takes a whole number from 1 on, not ${max}`,
    })
  }
  let free = max
  // A set keeps the order, and lets anyone in the middle leave at no cost.
  const waiting = new Set<() => void>()

  return {
    tryTake() {
      if (free === 0 || waiting.size > 0) return false
      free -= 1
      return true
    },
    take: (ctx, cancelled) =>
      new Promise((resolve, reject) => {
        const enter = () => {
          waiting.delete(enter)
          stopListening()
          resolve()
        }
        waiting.add(enter)
        const stopListening = ctx.onCancel((reason) => {
          waiting.delete(enter)
          reject(cancelled(reason))
        })
      }),
    release() {
      const [next] = waiting
      // The place goes from hand to hand: in between it is never free for someone who did not wait.
      if (next) next()
      else free += 1
    },
  }
}

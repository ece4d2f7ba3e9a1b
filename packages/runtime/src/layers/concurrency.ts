import { stop } from '@armorer/core'
import { wrap, type UniformLayer } from '../service.js'
import { createSlots } from './slots.js'

/** Passes calls on while fewer than `max` run; the rest wait their turn, first come first served. */
export function concurrency(max: number): UniformLayer {
  return (inner) => {
    const slots = createSlots(max)
    const free = <Value>(value: Value): Value => {
      slots.release()
      return value
    }
    const freeAndThrow = (error: unknown): never => {
      slots.release()
      throw error
    }
    return wrap(inner, 'concurrency', (request, ctx) => {
      if (slots.tryTake()) return inner.call(request, ctx).then(free, freeAndThrow)
      const letGo = ctx.holdBack()
      return slots
        .take(ctx, (reason) =>
          stop({ kind: 'cancelled' }, 'cancelled while waiting for its turn', { cause: reason }),
        )
        .then(
          () => {
            letGo()
            return inner.call(request, ctx).then(free, freeAndThrow)
          },
          (error: unknown) => {
            letGo()
            throw error
          },
        )
    })
  }
}

import { stop } from '@armorer/core'
import { type CallContext, type DerivedContext } from '../context.js'
import { frozenCopy, type FrozenCopy } from '../frozen-copy.js'
import { quietly } from '../quietly.js'
import {
  assertReading,
  assertUndecided,
  wrap,
  type Reading,
  type ReadingLayer,
  type Service,
} from '../service.js'
import { callKey } from './call-key.js'
import { checkCount } from './check-option.js'

/**
 * Lets equal calls of the same caller that are under way at once share one answer; who joins gets a frozen copy, and where it is more
 * than data asks for one of his own. It is told to stop only when the last who waits has gone. It fits only reads, and goes inside
 * what decides.
 */
export function dedupe({ maxKeys = 10_000 }: { maxKeys?: number } = {}): ReadingLayer {
  checkCount('dedupe', 'maxKeys', maxKeys)
  return <Req, Res, E extends Reading>(inner: Service<Req, Res, E>) => {
    assertReading(inner, 'dedupe')
    assertUndecided(inner, 'dedupe')
    const underWay = new Map<string, Shared<Res>>()

    const begin = (key: string, request: Req, ctx: CallContext): Shared<Res> => {
      const own = ctx.detach()
      const work = inner.call(request, own)
      const over = () => {
        own.release()
        if (underWay.get(key) === shared) underWay.delete(key)
      }
      const shared: Shared<Res> = {
        ctx: own,
        work,
        waiting: 0,
        joined: 0,
        answer: work.then(
          (first) => {
            over()
            // Before anyone has it in hand, and may change it.
            return { first, rest: shared.joined > 1 ? frozenCopy(first) : undefined }
          },
          (error: unknown) => {
            over()
            throw error
          },
        ),
        forget: over,
      }
      underWay.set(key, shared)
      return shared
    }

    return wrap(inner, 'dedupe', (request: Req, ctx) => {
      const key = callKey(request, ctx)
      // Who has gone already must not set going what would not hear of it.
      if (key === undefined || ctx.cancelled) return inner.call(request, ctx)
      const known = underWay.get(key)
      const ask = () => inner.call(request, ctx)
      if (known) return join(known, ctx, ask)
      if (underWay.size >= maxKeys) return ask()
      return join(begin(key, request, ctx), ctx, ask)
    })
  }
}

interface Shared<Res> {
  readonly ctx: DerivedContext
  readonly work: Promise<Res>
  readonly answer: Promise<{ readonly first: Res; readonly rest: FrozenCopy<Res> | undefined }>
  /** How many wait for it now, and how many ever did. */
  waiting: number
  joined: number
  /** Nobody may join any more. */
  forget(): void
}

function join<Res>(shared: Shared<Res>, ctx: CallContext, ask: () => Promise<Res>): Promise<Res> {
  const isFirst = shared.joined === 0
  shared.waiting += 1
  shared.joined += 1
  return new Promise((resolve, reject) => {
    const stopListening = ctx.onCancel((reason) => {
      reject(stop({ kind: 'cancelled' }, 'the caller waits no longer', { cause: reason }))
      shared.waiting -= 1
      if (shared.waiting > 0) return
      shared.forget()
      shared.ctx.cancel(reason)
      quietly(() => ctx.facts.onLate?.(shared.work), ctx.logger)
    })
    shared.answer.then(
      ({ first, rest }) => {
        stopListening()
        if (isFirst) resolve(first)
        else if (rest) resolve(rest.value)
        // Who has gone has been told so.
        else if (!ctx.cancelled) resolve(ask())
      },
      (error: unknown) => {
        stopListening()
        reject(error)
      },
    )
  })
}

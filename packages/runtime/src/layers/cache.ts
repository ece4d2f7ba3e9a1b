import { checkNames, type NamesOf } from '../check-arguments.js'
import { systemClock, type Clock } from '../clock.js'
import { frozenCopy } from '../frozen-copy.js'
import {
  assertReading,
  assertUndecided,
  wrap,
  type Reading,
  type ReadingLayer,
  type Service,
} from '../service.js'
import { callKey } from './call-key.js'
import { checkCount, checkMs } from './check-option.js'

export interface CacheOptions {
  /** How long an answer is good. */
  readonly ttlMs: number
  /** 1,000 where it is left out. */
  readonly maxEntries?: number
  /** About; 16 MiB where it is left out. */
  readonly maxBytes?: number
  readonly clock?: Clock
}

/**
 * Gives the same caller the same answer for a while. Answers are kept as frozen copies, apart for each principal, account and set of
 * labels; failures, and answers that are more than data, are not kept. It fits only reads, and goes inside what decides.
 */
export function cache(options: CacheOptions): ReadingLayer {
  checkNames('cache', options, NAMES)
  const { ttlMs, maxEntries = 1_000, maxBytes = 16 * 2 ** 20, clock = systemClock } = options
  checkMs('cache', 'ttlMs', ttlMs)
  checkCount('cache', 'maxEntries', maxEntries)
  checkCount('cache', 'maxBytes', maxBytes)
  return <Req, Res, E extends Reading>(inner: Service<Req, Res, E>) => {
    assertReading(inner, 'cache')
    assertUndecided(inner, 'cache')
    const answers = createAnswers<Res>(maxEntries, maxBytes)

    return wrap(inner, 'cache', (request: Req, ctx) => {
      const key = callKey(request, ctx)
      if (key === undefined) return inner.call(request, ctx)
      const kept = answers.find(key, clock.elapsed())
      if (kept) return Promise.resolve(kept.value)
      return inner.call(request, ctx).then((response) => {
        const copy = frozenCopy(response)
        if (copy) answers.keep(key, { ...copy, until: clock.elapsed() + ttlMs, isWanted: false })
        return response
      })
    })
  }
}

const NAMES: NamesOf<CacheOptions> = { ttlMs: true, maxEntries: true, maxBytes: true, clock: true }

interface Answer<Res> {
  readonly value: Res
  readonly bytes: number
  readonly until: number
  /** Asked for since it was last passed over. */
  isWanted: boolean
}

/** In the order in which they came; who has been asked for is passed over once before he goes. */
function createAnswers<Res>(maxEntries: number, maxBytes: number) {
  const answers = new Map<string, Answer<Res>>()
  let bytes = 0

  const drop = (key: string, answer: Answer<Res>) => {
    answers.delete(key)
    bytes -= answer.bytes
  }
  const makeRoom = () => {
    for (const [key, answer] of answers) {
      if (answers.size <= maxEntries && bytes <= maxBytes) return
      if (answer.isWanted) {
        answer.isWanted = false
        answers.delete(key)
        answers.set(key, answer)
      } else drop(key, answer)
    }
  }

  return {
    find(key: string, now: number): Answer<Res> | undefined {
      const answer = answers.get(key)
      if (!answer) return undefined
      if (answer.until <= now) {
        drop(key, answer)
        return undefined
      }
      answer.isWanted = true
      return answer
    },
    keep(key: string, answer: Answer<Res>): void {
      if (answer.bytes > maxBytes) return
      const before = answers.get(key)
      if (before) drop(key, before)
      answers.set(key, answer)
      bytes += answer.bytes
      makeRoom()
    },
  }
}

import { expect, test } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { hedge } from '../../src/layers/hedge.js'
import { service } from '../../src/service.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { deferred } from '../deferred.js'

test('a fast answer is asked for once, and leaves no timer that matters', async () => {
  const { stack, answers, clock } = raced()
  const call = stack.call('x', createContext())
  answers[0]?.resolve('first')
  expect(await call).toBe('first')
  await clock.advance(1_000)
  expect(answers).toHaveLength(1)
})

test('a slow read is asked again, and the answer that comes first is taken', async () => {
  const { stack, answers, signals, clock } = raced()
  const late: unknown[] = []
  const call = stack.call('x', createContext({ onLate: (work) => late.push(work) }))
  await clock.advance(49)
  expect(answers).toHaveLength(1)
  await clock.advance(1)
  expect(answers).toHaveLength(2)
  answers[1]?.resolve('second')
  expect(await call).toBe('second')
  expect(signals.map(({ aborted }) => aborted)).toEqual([true, false])
  expect(late).toHaveLength(1)
  answers[0]?.reject(new Error('too late to matter'))
  await clock.advance(1_000)
  expect(answers).toHaveLength(2)
})

test('it asks at most so many times more', async () => {
  const { stack, answers, clock } = raced({ times: 2 })
  const call = stack.call('x', createContext())
  await clock.advance(1_000)
  expect(answers).toHaveLength(3)
  answers[2]?.resolve('third')
  expect(await call).toBe('third')
})

test('a failure before anyone else was asked surfaces at once', async () => {
  const { stack, answers, clock } = raced()
  const call = stack.call('x', createContext())
  answers[0]?.reject(new Error('down'))
  await expect(call).rejects.toThrow('down')
  await clock.advance(1_000)
  expect(answers).toHaveLength(1)
})

test('of several, only when all fail the first failure surfaces', async () => {
  const { stack, answers, clock } = raced()
  const [lucky, unlucky] = [stack.call('x', createContext()), stack.call('y', createContext())]
  await clock.advance(50)
  answers[0]?.reject(new Error('first'))
  answers[2]?.resolve('second')
  expect(await lucky).toBe('second')
  answers[3]?.reject(new Error('first'))
  answers[1]?.reject(new Error('second'))
  await expect(unlucky).rejects.toThrow('first')
})

test('nobody is asked again for a caller who has gone', async () => {
  const { stack, answers, clock } = raced()
  const ctx = createContext()
  const call = stack.call('x', ctx)
  ctx.cancel('enough')
  await clock.advance(1_000)
  expect(answers).toHaveLength(1)
  answers[0]?.resolve('anyway')
  expect(await call).toBe('anyway')
})

test('it is for reads, and its options are checked', () => {
  const set = service(async () => 1, { effects: 'idempotent' })
  // @ts-expect-error it writes
  expect(() => set.layer(hedge({ afterMs: 1 }))).toThrow('it is for reads')
  expect(() => hedge({ afterMs: 0 })).toThrow('hedge takes')
  expect(() => hedge({ afterMs: 1, times: 0 })).toThrow('hedge takes')
})

function raced(options = {}) {
  const clock = createFakeClock()
  const answers: Array<ReturnType<typeof deferred<string>>> = []
  const signals: AbortSignal[] = []
  const stack = service(
    (_: string, ctx) => {
      const answer = deferred<string>()
      answers.push(answer)
      signals.push(ctx.signal)
      return answer.promise
    },
    { effects: 'read' },
  ).layer(hedge({ afterMs: 50, clock, ...options }))
  return { stack, answers, signals, clock }
}

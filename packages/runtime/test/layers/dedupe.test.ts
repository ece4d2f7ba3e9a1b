import { expect, test } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { dedupe } from '../../src/layers/dedupe.js'
import { service } from '../../src/service.js'
import { deferred } from '../deferred.js'

test('equal calls that are under way at once share one answer, and later ones do not', async () => {
  const { stack, answers } = held()
  const calls = [1, 2, 3].map(() => stack.call({ q: 1 }, createContext()))
  const other = stack.call({ q: 2 }, createContext())
  const stranger = stack.call({ q: 1 }, createContext({ account: 'bob' }))
  expect(answers).toHaveLength(3)
  for (const answer of answers) answer.resolve({ n: 1 })
  expect(await Promise.all([...calls, other, stranger])).toEqual(
    Array.from({ length: 5 }, () => ({ n: 1 })),
  )
  const next = stack.call({ q: 1 }, createContext())
  expect(answers).toHaveLength(4)
  answers[3]?.resolve({ n: 2 })
  expect(await next).toEqual({ n: 2 })
})

test('who changes the answer changes it for nobody else', async () => {
  const { stack, answers } = held()
  const [first, second, third] = [1, 2, 3].map(() => stack.call({}, createContext()))
  answers[0]?.resolve({ n: 1 })
  const changed = await first
  if (changed) changed.n = 99
  expect(await second).toEqual({ n: 1 })
  expect(await third).toEqual({ n: 1 })
})

test('what is more than data is not shared: who joined asks for his own, unless he has gone', async () => {
  let made = 0
  const stack = service(async () => new Map([['n', ++made]]), { effects: 'read' }).layer(dedupe())
  const gone = createContext()
  const calls = [createContext(), createContext(), gone].map((ctx) => stack.call({}, ctx))
  const left = expect(calls[2]).rejects.toMatchObject({ code: 'toolbox.cancelled' })
  gone.cancel('enough')
  expect([(await calls[0])?.get('n'), (await calls[1])?.get('n')]).toEqual([1, 2])
  await left
  expect(made).toBe(2)
})

test('a failure is shared, and forgotten', async () => {
  const { stack, answers } = held()
  const calls = [stack.call({}, createContext()), stack.call({}, createContext())]
  answers[0]?.reject(new Error('down'))
  for (const call of calls) await expect(call).rejects.toThrow('down')
  const again = stack.call({}, createContext())
  answers[1]?.resolve({ n: 1 })
  expect(await again).toEqual({ n: 1 })
})

test('who leaves leaves alone; only when the last has left the call is told to stop', async () => {
  const { stack, answers, signals } = held()
  const late: Array<Promise<unknown>> = []
  const [first, second] = [createContext(), createContext({ onLate: (work) => late.push(work) })]
  const calls = [stack.call({}, first), stack.call({}, second)]
  const settled = Promise.allSettled(calls)
  first.cancel('enough')
  await expect(calls[0]).rejects.toMatchObject({ code: 'toolbox.cancelled' })
  expect(signals[0]?.aborted).toBe(false)
  second.cancel('enough')
  expect(signals[0]?.aborted).toBe(true)
  expect(late).toHaveLength(1)
  // Who comes now does not join what was told to stop.
  const next = stack.call({}, createContext())
  expect(answers).toHaveLength(2)
  answers[0]?.resolve({ n: 1 })
  answers[1]?.resolve({ n: 2 })
  expect(await next).toEqual({ n: 2 })
  await settled
})

test('who is cancelled already gets no answer', async () => {
  const { stack, answers } = held()
  const ctx = createContext()
  ctx.cancel('before')
  const leaving = stack.call({}, ctx)
  await expect(leaving).rejects.toMatchObject({ code: 'toolbox.cancelled' })
  expect(answers).toHaveLength(0)
})

test('it remembers so many calls and no more; the rest is made apart', async () => {
  const { stack, answers } = held({ maxKeys: 2 })
  const calls = [1, 2, 3, 3].map((q) => stack.call({ q }, createContext()))
  expect(answers).toHaveLength(4)
  for (const answer of answers) answer.resolve({ n: 1 })
  await Promise.all(calls)
})

test('it is for reads, and takes a whole number', () => {
  const write = service(async () => 1)
  // @ts-expect-error it writes
  expect(() => write.layer(dedupe())).toThrow('it is for reads')
  expect(() => dedupe({ maxKeys: 0 })).toThrow('dedupe takes')
})

function held(options = {}) {
  const answers: Array<ReturnType<typeof deferred<{ n: number }>>> = []
  const signals: AbortSignal[] = []
  const stack = service(
    (_: unknown, ctx) => {
      const answer = deferred<{ n: number }>()
      answers.push(answer)
      signals.push(ctx.signal)
      return answer.promise
    },
    { effects: 'read' },
  ).layer(dedupe(options))
  return { stack, answers, signals }
}

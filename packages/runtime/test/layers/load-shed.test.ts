import { expect, test } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { concurrency } from '../../src/layers/concurrency.js'
import { loadShed } from '../../src/layers/load-shed.js'
import { service } from '../../src/service.js'
import { deferred } from '../deferred.js'

test('beyond so many calls under way the next is refused at once, and places come back', async () => {
  const answers = [deferred<string>(), deferred<string>()]
  const stack = service((index: number) => answers[index]?.promise ?? 'more', {
    effects: 'read',
  }).layer(loadShed(2))
  const call = (index: number) => stack.call(index, createContext())
  const [first, second] = [call(0), call(1)]
  await expect(call(2)).rejects.toMatchObject({ code: 'toolbox.overloaded', retryable: true })
  answers[0]?.resolve('done')
  await first
  expect(await call(2)).toBe('more')
  answers[1]?.reject(new Error('failed'))
  await expect(second).rejects.toThrow('failed')
  expect(await Promise.all([call(2), call(3)])).toEqual(['more', 'more'])
})

test('around a limit it bounds the queue', async () => {
  const answer = deferred<string>()
  const stack = service(() => answer.promise)
    .layer(concurrency(1))
    .layer(loadShed(3))
  const calls = Array.from({ length: 5 }, () =>
    stack.call('x', createContext()).catch((error: { code: string }) => error.code),
  )
  answer.resolve('ok')
  expect(await Promise.all(calls)).toEqual([
    'ok',
    'ok',
    'ok',
    'toolbox.overloaded',
    'toolbox.overloaded',
  ])
})

test.each([0, -1, 1.5, Number.NaN])('loadShed(%s) is refused', (max) => {
  expect(() => loadShed(max)).toThrow('loadShed takes')
})

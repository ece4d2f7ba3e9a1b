import { expect, test } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { createLoopHistory, loopGuard } from '../../src/layers/loop-guard.js'
import { service } from '../../src/service.js'
import { readTool } from '../small-tools.js'

test('the same call again and again is refused, and another sets it free', async () => {
  const call = guarded()
  expect(await calls(call, 'aaa')).toBe('aaa')
  expect(await calls(call, 'aaa')).toBe('---')
  expect(await calls(call, 'b')).toBe('b')
  expect(await calls(call, 'aaaa')).toBe('aaa-')
})

test('to and fro is refused too', async () => {
  const call = guarded()
  expect(await calls(call, 'ababab')).toBe('ababab')
  expect(await calls(call, 'abab')).toBe('----')
  expect(await calls(call, 'cabab')).toBe('cabab')
})

test.each([
  ['abcabcabcabc', 2, 'abcabcabcabc'],
  ['abcabcabcabc', 3, 'abcabcabc---'],
  ['aabaabaab', 2, 'aabaabaab'],
  ['abbabbabbabb', 3, 'abbabbabb---'],
])('%s with rounds of up to %i gives %s', async (sequence, maxPeriod, expected) => {
  expect(await calls(guarded({ maxPeriod }), sequence)).toBe(expected)
})

test('runs are apart, and tools that share a history are watched together', async () => {
  const history = createLoopHistory({ times: 2 })
  const [read, other] = [
    readTool(() => 1).layer(loopGuard(history)),
    readTool(() => 2)
      .withName('other')
      .layer(loopGuard(history)),
  ]
  const kinds = []
  for (const tool of [read, other, read, other, read]) {
    const { kind } = await tool.execute({}, { runId: 'one' })
    kinds.push(kind)
  }
  expect(kinds).toEqual(['done', 'done', 'done', 'done', 'denied'])
  expect(await read.execute({}, { runId: 'two' })).toMatchObject({ kind: 'done' })
  expect(await other.execute({}, { runId: 'one' })).toMatchObject({
    kind: 'denied',
    rule: 'loop',
    error: { code: 'toolbox.loop' },
  })
})

test('it remembers so many runs and no more: the one that was quiet longest is forgotten', () => {
  const history = createLoopHistory({ times: 1, maxRuns: 2 })
  expect(history.next('one', 'a')).toBe(0)
  expect(history.next('two', 'a')).toBe(0)
  expect(history.next('one', 'a')).toBe(1)
  expect(history.next('three', 'a')).toBe(0)
  expect(history.next('one', 'a')).toBe(1)
  expect(history.next('two', 'a')).toBe(0)
})

test('what has no one text is let through', async () => {
  const stack = service(async () => 'ok').layer(loopGuard(createLoopHistory({ times: 1 })))
  const when = new Date()
  expect(await stack.call(when, createContext())).toBe('ok')
  expect(await stack.call(when, createContext())).toBe('ok')
})

test.each([{ times: 0 }, { maxPeriod: 0 }, { maxRuns: 0 }])(
  'createLoopHistory(%o) is refused',
  (options) => {
    expect(() => createLoopHistory(options)).toThrow('createLoopHistory takes')
  },
)

function guarded(options = {}) {
  const stack = service(async (request: string) => request).layer(
    loopGuard(createLoopHistory(options)),
  )
  return (request: string) => stack.call(request, createContext({ runId: 'r' })).catch(() => '-')
}

/** What was called, with a dash for each call that was refused. */
async function calls(call: (request: string) => Promise<string>, sequence: string) {
  let seen = ''
  for (const request of sequence) seen += await call(request)
  return seen
}

import { expect, test } from 'vitest'
import { receiveAnswer } from '../../src/adapter/receive-answer.js'
import { type Bindings } from '../../src/adapter/tool-export.js'
import { type AnsweredCall } from '../../src/run/model-answer.js'

const bindings: Bindings = new Map([
  ['post', { tool: 'x:post@1.0.0', name: 'post' }],
  [
    'tree',
    {
      tool: 'x:tree',
      name: 'tree',
      mend: {
        root: { kind: 'fields', fields: [{ name: 'v', mend: { kind: 'json' } }] },
        definitions: new Map(),
      },
    },
  ],
])

const call = (change: Partial<AnsweredCall> = {}): AnsweredCall => ({
  id: 'c1',
  name: 'post',
  arguments: '{"text":"hi"}',
  ...change,
})

function codesOf(...calls: readonly AnsweredCall[]): readonly string[] {
  const received = receiveAnswer({ calls }, { bindings })
  expect(received.calls).toEqual([])
  expect(received.asked).toHaveLength(calls.length)
  return received.refused.map((outcome) =>
    outcome.kind === 'failed' ? outcome.error.code : outcome.kind,
  )
}

test('a call goes by the id of its tool, with the text that the model wrote', () => {
  expect(receiveAnswer({ calls: [call()] }, { bindings })).toEqual({
    calls: [{ id: 'c1', name: 'x:post@1.0.0', arguments: '{"text":"hi"}' }],
    refused: [],
    asked: [{ id: 'c1', name: 'post' }],
  })
})

test('broken JSON is kept for the tool to answer', () => {
  const { calls } = receiveAnswer({ calls: [call({ arguments: '{"text":' })] }, { bindings })
  expect(calls[0]?.arguments).toBe('{"text":')
})

test.each([
  ['an unknown name', call({ name: 'delete_everything' }), 'toolbox.unknown_tool'],
  [
    'the id of a tool, which is not its name here',
    call({ name: 'x:post@1.0.0' }),
    'toolbox.unknown_tool',
  ],
  ['a name of every object', call({ name: 'constructor' }), 'toolbox.unknown_tool'],
  ['a namespace that was not exported', call({ namespace: 'x' }), 'toolbox.unknown_tool'],
  ['no id', call({ id: '' }), 'toolbox.invalid_call'],
  [
    '10 MB of arguments',
    call({ arguments: `"${'x'.repeat(10_000_000)}"` }),
    'toolbox.arguments_too_long',
  ],
  ['bytes that were no UTF-8', call({ arguments: '{"text":"a\uFFFDb"}' }), 'toolbox.damaged_text'],
  ['half of a character', call({ arguments: '{"text":"\uD83D"}' }), 'toolbox.damaged_text'],
  [
    'half of a character as an escape',
    call({ arguments: '{"text":"\\ud83d"}' }),
    'toolbox.damaged_text',
  ],
  ['100,000 levels', call({ arguments: '['.repeat(100_000) }), 'toolbox.arguments_too_deep'],
  [
    '100,000 levels within JSON text',
    call({ name: 'tree', arguments: `{"v":"${'['.repeat(100_000)}${']'.repeat(100_000)}"}` }),
    'toolbox.arguments_too_deep',
  ],
  [
    'half of a character within JSON text',
    call({ name: 'tree', arguments: '{"v":"\\"\\\\ud83d\\""}' }),
    'toolbox.damaged_text',
  ],
  ['a problem on the way', call({ problem: 'the stream broke off' }), 'toolbox.broken_call'],
])('%s: refused, and nothing is called', (_what, given, code) => {
  expect(codesOf(given)).toEqual([code])
})

test('calls that share an id are refused, all of them', () => {
  expect(codesOf(call(), call({ name: 'tree' }))).toEqual([
    'toolbox.duplicate_call_id',
    'toolbox.duplicate_call_id',
  ])
})

test('whole characters pass, however they are written', () => {
  const written = '{"text":"\\ud83d\\ude00 😀 \\\\ud83d"}'
  expect(receiveAnswer({ calls: [call({ arguments: written })] }, { bindings }).refused).toEqual([])
})

test('brackets within text are no levels', () => {
  const written = JSON.stringify({ text: `\\"${'['.repeat(1_000)}` })
  expect(receiveAnswer({ calls: [call({ arguments: written })] }, { bindings }).refused).toEqual([])
})

test('of more calls than are taken the first ones are made', () => {
  const calls = Array.from({ length: 5 }, (_, index) => call({ id: `c${index}` }))
  const received = receiveAnswer({ calls }, { bindings }, { maxCalls: 3 })
  expect(received.calls).toHaveLength(3)
  expect(received.refused).toMatchObject([
    { callId: 'c3', error: { code: 'toolbox.too_many_calls' } },
    { callId: 'c4', error: { code: 'toolbox.too_many_calls' } },
  ])
})

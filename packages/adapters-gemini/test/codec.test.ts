import { expect, test } from 'vitest'
import { type RunItem } from '@armorer/core'
import { geminiCodec } from '../src/index.js'

const format = 'gemini.contents'

test('items say what the parts mean, and keep the rest apart', () => {
  const wire = [
    { role: 'user', parts: [{ text: 'Weather?' }] },
    {
      parts: [
        { text: 'hm', thought: true, thoughtSignature: 'CpcB' },
        { functionCall: { name: 'f', args: { b: 1, a: 2 } }, thoughtSignature: 'CpcC' },
      ],
      role: 'model',
    },
    {
      role: 'user',
      parts: [{ functionResponse: { id: 'c1', name: 'f', response: { error: 'no' } } }],
    },
  ]
  expect(geminiCodec.decode(wire)).toEqual([
    { kind: 'message', role: 'user', format, parts: [{ kind: 'text', text: 'Weather?' }] },
    {
      kind: 'message',
      role: 'model',
      format,
      rest: { parts: 'parts', role: null },
      parts: [
        {
          kind: 'reasoning',
          text: 'hm',
          seal: 'CpcB',
          rest: { text: null, thought: true, thoughtSignature: null },
        },
        {
          kind: 'tool_call',
          callId: '',
          name: 'f',
          arguments: '{"b":1,"a":2}',
          rest: { functionCall: { name: null, args: null }, thoughtSignature: 'CpcC' },
        },
      ],
    },
    {
      kind: 'message',
      role: 'user',
      format,
      parts: [
        {
          kind: 'tool_output',
          callId: 'c1',
          name: 'f',
          isError: true,
          parts: [{ kind: 'text', text: 'no' }],
          rest: { functionResponse: { id: null, name: null, response: 'error' } },
        },
      ],
    },
  ])
})

test('what is changed in an item changes on the wire, and nothing else does', () => {
  const part = { functionCall: { name: 'f', args: {} }, thoughtSignature: 'Cp' }
  const [item] = geminiCodec.decode([{ role: 'model', parts: [part] }])
  if (item?.kind !== 'message') throw new Error('no message')
  const parts = item.parts.map((one) =>
    one.kind === 'tool_call' ? { ...one, arguments: '{"edited":true}' } : one,
  )
  expect(geminiCodec.encode([{ ...item, parts }]).wire).toEqual([
    { role: 'model', parts: [{ ...part, functionCall: { name: 'f', args: { edited: true } } }] },
  ])
})

test('what another format said is said in ours: the call lends its name to the answer', () => {
  const items: RunItem[] = [
    { kind: 'message', role: 'system', format: 'x', parts: [{ kind: 'text', text: 'Be kind.' }] },
    {
      kind: 'message',
      role: 'assistant',
      format: 'x',
      parts: [
        { kind: 'tool_call', callId: 'c1', name: 'f', arguments: '{"a":1}' },
        { kind: 'tool_call', callId: 'c2', name: 'g', arguments: '[1' },
      ],
    },
    {
      kind: 'message',
      role: 'tool',
      format: 'x',
      parts: [
        { kind: 'tool_output', callId: 'c1', parts: [{ kind: 'text', text: '21' }] },
        { kind: 'tool_output', callId: 'c9', parts: [{ kind: 'text', text: '22' }], isError: true },
      ],
    },
  ]
  const { wire, losses } = geminiCodec.encode(items)
  expect(wire).toEqual([
    { role: 'user', parts: [{ text: 'Be kind.' }] },
    {
      role: 'model',
      parts: [
        { functionCall: { id: 'c1', name: 'f', args: { a: 1 } } },
        { functionCall: { id: 'c2', name: 'g', args: {} } },
      ],
    },
    {
      role: 'user',
      parts: [
        { functionResponse: { id: 'c1', name: 'f', response: { output: '21' } } },
        { functionResponse: { id: 'c9', name: 'unknown', response: { error: '22' } } },
      ],
    },
  ])
  expect(losses.map(({ path, feature }) => `${path} ${feature}`)).toEqual([
    'items[0] role',
    'items[1].parts[1] arguments',
    'items[2].parts[1] name',
  ])
})

test('an id that was made up here is not sent, neither at its call nor at the response', () => {
  const part = { functionCall: { name: 'f', args: {} } }
  const callId = 'call-without-id-0'
  const [item] = geminiCodec.decode([{ role: 'model', parts: [part] }])
  if (item?.kind !== 'message') throw new Error('no message')
  const parts = item.parts.map((one) => (one.kind === 'tool_call' ? { ...one, callId } : one))
  const output: RunItem = {
    kind: 'message',
    role: 'tool',
    parts: [{ kind: 'tool_output', callId, name: 'f', parts: [{ kind: 'text', text: '21' }] }],
  }

  expect(geminiCodec.encode([{ ...item, parts }, output]).wire).toEqual([
    { role: 'model', parts: [part] },
    { role: 'user', parts: [{ functionResponse: { name: 'f', response: { output: '21' } } }] },
  ])
})

test.each(['call-without-id-0', '', null, 7])('what Gemini itself gives as id %j stays', (id) => {
  const wire = [
    { role: 'model', parts: [{ functionCall: { id, name: 'f', args: {} } }] },
    { role: 'user', parts: [{ functionResponse: { id, name: 'f', response: { output: '1' } } }] },
  ]
  expect(geminiCodec.encode(geminiCodec.decode(wire)).wire).toEqual(wire)
})

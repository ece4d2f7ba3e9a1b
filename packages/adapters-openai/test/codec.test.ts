import { expect, test } from 'vitest'
import { type RunItem } from '@armorer/core'
import { responsesCodec } from '../src/index.js'

test('items say what the entries mean, and keep the rest apart', () => {
  const wire = [
    { role: 'user', content: 'Weather?' },
    { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: 'gAAA' },
    { id: 'fc_1', type: 'function_call', name: 'f', call_id: 'c1', arguments: '{ "a":1 }' },
    { type: 'function_call_output', call_id: 'c1', output: '21' },
    {
      role: 'assistant',
      content: [
        { type: 'output_text', text: 'Warm.' },
        { type: 'refusal', refusal: 'No.' },
      ],
    },
    { type: 'item_reference', id: 'x' },
  ]
  const format = 'openai.responses'
  expect(responsesCodec.decode(wire)).toEqual([
    {
      kind: 'message',
      role: 'user',
      format,
      parts: [{ kind: 'text', text: 'Weather?' }],
      rest: { role: null, content: 'text' },
    },
    {
      kind: 'message',
      role: 'assistant',
      format,
      parts: [{ kind: 'reasoning', text: '', seal: 'gAAA' }],
      rest: { type: 'reasoning', id: 'rs_1', summary: [], encrypted_content: null },
    },
    {
      kind: 'message',
      role: 'assistant',
      format,
      parts: [{ kind: 'tool_call', callId: 'c1', name: 'f', arguments: '{ "a":1 }' }],
      rest: { id: 'fc_1', type: 'function_call', name: null, call_id: null, arguments: null },
    },
    {
      kind: 'message',
      role: 'tool',
      format,
      parts: [{ kind: 'tool_output', callId: 'c1', parts: [{ kind: 'text', text: '21' }] }],
    },
    {
      kind: 'message',
      role: 'assistant',
      format,
      parts: [
        { kind: 'text', text: 'Warm.' },
        { kind: 'refusal', text: 'No.' },
      ],
    },
    { kind: 'opaque', format, value: { type: 'item_reference', id: 'x' } },
  ])
})

test('what is changed in an item changes on the wire, and nothing else does', () => {
  const wire = [
    { id: 'fc', type: 'function_call', name: 'f', call_id: 'c', arguments: '{}', extra: 1 },
  ]
  const edited = responsesCodec.decode(wire).map((item): RunItem => {
    if (item.kind !== 'message') return item
    const parts = item.parts.map((part) =>
      part.kind === 'tool_call' ? { ...part, arguments: '{"edited":true}' } : part,
    )
    return { ...item, parts }
  })
  expect(responsesCodec.encode(edited).wire).toEqual([
    {
      id: 'fc',
      type: 'function_call',
      name: 'f',
      call_id: 'c',
      arguments: '{"edited":true}',
      extra: 1,
    },
  ])
})

test('what another format said is said in ours, and what cannot be is reported', () => {
  const items: RunItem[] = [
    { kind: 'usage', inputTokens: 1, outputTokens: 1 },
    {
      kind: 'message',
      role: 'assistant',
      format: 'anthropic.messages',
      rest: { role: null, content: 'parts', cache_control: { type: 'ephemeral' } },
      parts: [
        { kind: 'reasoning', text: 'hm', seal: 's' },
        { kind: 'text', text: 'Let me see.' },
        { kind: 'tool_call', callId: 'c1', name: 'f', arguments: '{}' },
        { kind: 'tool_call', callId: 'c2', name: 'g', arguments: '{}', rest: { caller: 'x' } },
        { kind: 'opaque', value: { type: 'server_tool_use' } },
      ],
    },
  ]
  const { wire, losses } = responsesCodec.encode(items)
  expect(wire).toEqual([
    { role: 'assistant', content: [{ type: 'output_text', text: 'Let me see.' }] },
    { type: 'function_call', call_id: 'c1', name: 'f', arguments: '{}' },
    { type: 'function_call', call_id: 'c2', name: 'g', arguments: '{}' },
  ])
  expect(losses.map(({ path, feature }) => `${path} ${feature}`)).toEqual([
    'items[1] rest',
    'items[1].parts[0] reasoning',
    'items[1].parts[3] rest',
    'items[1].parts[4] opaque',
  ])
})

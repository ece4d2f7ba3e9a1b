import { expect, test } from 'vitest'
import { type RunItem } from '@armorer/core'
import { anthropicCodec } from '../src/index.js'

const format = 'anthropic.messages'

test('items say what the blocks mean, and keep the rest apart', () => {
  const wire = [
    { role: 'user', content: 'Weather?' },
    {
      role: 'assistant',
      content: [
        { type: 'thinking', thinking: 'hm', signature: 'EqQB' },
        { type: 'redacted_thinking', data: 'EmwK' },
        { type: 'text', text: 'Let me see.', citations: null },
        { type: 'tool_use', id: 'c1', name: 'f', input: { b: 1, a: 2 } },
      ],
    },
    {
      role: 'user',
      content: [{ type: 'tool_result', tool_use_id: 'c1', content: 'no', is_error: true }],
    },
    'odd',
  ]
  expect(anthropicCodec.decode(wire)).toEqual([
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
      parts: [
        { kind: 'reasoning', text: 'hm', seal: 'EqQB' },
        {
          kind: 'reasoning',
          text: '',
          seal: 'EmwK',
          rest: { type: 'redacted_thinking', data: null },
        },
        { kind: 'text', text: 'Let me see.', rest: { type: 'text', text: null, citations: null } },
        { kind: 'tool_call', callId: 'c1', name: 'f', arguments: '{"b":1,"a":2}' },
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
          parts: [{ kind: 'text', text: 'no' }],
          isError: true,
          rest: { type: 'tool_result', tool_use_id: null, content: 'text', is_error: null },
        },
      ],
    },
    { kind: 'opaque', format, value: 'odd' },
  ])
})

test('what is changed in an item changes on the wire, and nothing else does', () => {
  const block = { type: 'tool_use', id: 'c', name: 'f', input: {}, caller: { type: 'direct' } }
  const [item] = anthropicCodec.decode([{ role: 'assistant', content: [block] }])
  if (item?.kind !== 'message') throw new Error('no message')
  const parts = item.parts.map((part) =>
    part.kind === 'tool_call' ? { ...part, arguments: '{"edited":true}' } : part,
  )
  expect(anthropicCodec.encode([{ ...item, parts }]).wire).toEqual([
    { role: 'assistant', content: [{ ...block, input: { edited: true } }] },
  ])
})

test('what another format said is said in ours, and broken arguments are reported', () => {
  const items: RunItem[] = [
    {
      kind: 'message',
      role: 'developer',
      format: 'openai.responses',
      parts: [{ kind: 'text', text: 'Be kind.' }],
    },
    {
      kind: 'message',
      role: 'assistant',
      format: 'openai.responses',
      parts: [
        { kind: 'tool_call', callId: 'c1', name: 'f', arguments: '' },
        { kind: 'tool_call', callId: 'c2', name: 'f', arguments: '{"a":' },
      ],
    },
    {
      kind: 'message',
      role: 'tool',
      parts: [{ kind: 'tool_output', callId: 'c1', parts: [{ kind: 'text', text: '21' }] }],
    },
  ]
  expect(anthropicCodec.encode(items)).toEqual({
    wire: [
      { role: 'system', content: [{ type: 'text', text: 'Be kind.' }] },
      {
        role: 'assistant',
        content: [
          { type: 'tool_use', id: 'c1', name: 'f', input: {} },
          { type: 'tool_use', id: 'c2', name: 'f', input: {} },
        ],
      },
      { role: 'user', content: [{ type: 'tool_result', tool_use_id: 'c1', content: '21' }] },
    ],
    losses: [
      {
        path: 'items[1].parts[1]',
        feature: 'arguments',
        reason: 'they are no JSON object, and are left out',
      },
    ],
  })
})

test('a PDF of another format is a document, and what Anthropic does not take is reported', () => {
  const media = [
    { kind: 'media', mediaType: 'application/pdf', data: 'AAAA' },
    { kind: 'media', mediaType: 'audio/mp3', data: 'AAAA' },
    { kind: 'media', mediaType: 'image/png', data: 'AAAA' },
    { kind: 'media', url: 'https://x.test/cat' },
  ] as const
  const { wire, losses } = anthropicCodec.encode([
    { kind: 'message', role: 'user', format: 'x', parts: media },
    {
      kind: 'message',
      role: 'tool',
      parts: [{ kind: 'tool_output', callId: 'c', parts: media.slice(0, 2) }],
    },
  ])

  const pdf = { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }
  expect(wire).toEqual([
    {
      role: 'user',
      content: [
        { type: 'document', source: pdf },
        { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'AAAA' } },
        { type: 'image', source: { type: 'url', url: 'https://x.test/cat' } },
      ],
    },
    {
      role: 'user',
      content: [
        { type: 'tool_result', tool_use_id: 'c', content: [{ type: 'document', source: pdf }] },
      ],
    },
  ])
  expect(losses.map(({ path, feature }) => `${path} ${feature}`)).toEqual([
    'items[0].parts[1] media',
    'items[1].parts[0].parts[1] media',
  ])
})

test('what Anthropic itself calls an image stays one, whatever its type', () => {
  const source = { type: 'base64', media_type: 'application/pdf', data: 'AAAA' }
  const wire = [{ role: 'user', content: [{ type: 'image', source }] }]

  expect(anthropicCodec.encode(anthropicCodec.decode(wire))).toEqual({ wire, losses: [] })
})

import { expect, test } from 'vitest'
import { type CallOutcome } from '@armorer/core/adapter'
import { toAnthropicResults } from '../src/index.js'

const received = { calls: [], refused: [], asked: [{ id: 'a', name: 'draw' }] }
const done: CallOutcome = { kind: 'done', callId: 'a', tool: 'x:draw', value: 1 }

test('text, images, documents and errors are told apart', () => {
  const { messages, losses } = toAnthropicResults(received, [done], {
    show: () => [
      { kind: 'text', text: 'drawn' },
      { kind: 'json', value: { a: 1 } },
      { kind: 'media', mediaType: 'image/png', data: 'iVBOR' },
      { kind: 'media', mediaType: 'application/pdf', data: 'JVBE' },
      { kind: 'media', url: 'https://a.b/c.png' },
      { kind: 'media', mediaType: 'audio/wav', data: 'UklG' },
    ],
  })
  expect(messages).toEqual([
    {
      role: 'user',
      content: [
        {
          type: 'tool_result',
          tool_use_id: 'a',
          content: [
            { type: 'text', text: 'drawn' },
            { type: 'text', text: '{"a":1}' },
            { type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBOR' } },
            {
              type: 'document',
              source: { type: 'base64', media_type: 'application/pdf', data: 'JVBE' },
            },
            { type: 'image', source: { type: 'url', url: 'https://a.b/c.png' } },
            { type: 'text', text: 'a file of type audio/wav, not shown' },
          ],
        },
      ],
    },
  ])
  expect(losses).toMatchObject([{ path: 'results[0].parts[5]', feature: 'media' }])
})

test('a call that nobody answered is an error', () => {
  expect(toAnthropicResults(received, []).messages).toMatchObject([
    { content: [{ tool_use_id: 'a', is_error: true }] },
  ])
})

test('where nothing was called, nothing is said', () => {
  expect(toAnthropicResults({ ...received, asked: [] }, []).messages).toEqual([])
})

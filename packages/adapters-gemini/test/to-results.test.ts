import { expect, test } from 'vitest'
import { type CallOutcome } from '@armorer/core/adapter'
import { toGeminiResults } from '../src/index.js'

const received = { calls: [], refused: [], asked: [{ id: 'a', name: 'draw' }] }
const done: CallOutcome = { kind: 'done', callId: 'a', tool: 'x:draw', value: { n: 1 } }

test('a value stays a value, and media stand beside it', () => {
  const { messages, losses } = toGeminiResults(received, [done], {
    show: () => [
      { kind: 'json', value: { n: 1 } },
      { kind: 'media', mediaType: 'image/png', data: 'iVBOR' },
      { kind: 'media', mediaType: 'application/pdf', url: 'gs://a/b' },
      { kind: 'media', url: 'https://a.b/c' },
    ],
  })
  expect(messages).toEqual([
    {
      role: 'user',
      parts: [
        {
          functionResponse: {
            id: 'a',
            name: 'draw',
            response: { output: { n: 1 } },
            parts: [
              { inlineData: { mimeType: 'image/png', data: 'iVBOR' } },
              { fileData: { fileUri: 'gs://a/b', mimeType: 'application/pdf' } },
            ],
          },
        },
      ],
    },
  ])
  expect(losses).toMatchObject([{ path: 'results[0].parts[3]', feature: 'media' }])
})

test('a call that nobody answered is an error', () => {
  expect(toGeminiResults(received, []).messages).toMatchObject([
    { parts: [{ functionResponse: { response: { error: { status: 'unknown' } } } }] },
  ])
})

test('where nothing was called, nothing is said', () => {
  expect(toGeminiResults({ ...received, asked: [] }, []).messages).toEqual([])
})

import { expect, test } from 'vitest'
import { type CallOutcome } from '@armorer/core/adapter'
import { toOpenAIResults, toResponsesResults } from '../src/index.js'

const received = { calls: [], refused: [], asked: [{ id: 'a', name: 'draw' }] }
const done: CallOutcome = { kind: 'done', callId: 'a', tool: 'x:draw', value: { file: 'secret' } }
const image = { kind: 'media', mediaType: 'image/png', data: 'iVBOR' } as const
const sound = { kind: 'media', mediaType: 'audio/wav', data: 'UklG' } as const

test('an image follows in a message of its own where an answer can only be text', () => {
  const { messages, losses } = toOpenAIResults(received, [done], {
    show: () => [{ kind: 'text', text: 'drawn' }, image],
  })
  expect(messages).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'drawn\nan image, in the next message' },
    {
      role: 'user',
      content: [
        { type: 'text', text: 'What call a of draw shows:' },
        { type: 'image_url', image_url: { url: 'data:image/png;base64,iVBOR' } },
      ],
    },
  ])
  expect(losses).toEqual([])
})

test('a sound that Chat Completions do not take is reported', () => {
  const { messages, losses } = toOpenAIResults(received, [done], { show: () => [sound] })
  expect(messages).toEqual([
    { role: 'tool', tool_call_id: 'a', content: 'a file of type audio/wav, not shown' },
  ])
  expect(losses).toMatchObject([{ path: 'results[0].parts[0]', feature: 'media' }])
})

test('the Responses API takes text, images and files', () => {
  const { messages } = toResponsesResults(received, [done], {
    show: () => [
      { kind: 'json', value: { a: 1 } },
      image,
      sound,
      { kind: 'media', url: 'https://a.b/c' },
    ],
  })
  expect(messages).toEqual([
    {
      type: 'function_call_output',
      call_id: 'a',
      output: [
        { type: 'input_text', text: '{"a":1}' },
        { type: 'input_image', image_url: 'data:image/png;base64,iVBOR', detail: 'auto' },
        { type: 'input_file', filename: 'output', file_data: 'data:audio/wav;base64,UklG' },
        { type: 'input_image', image_url: 'https://a.b/c', detail: 'auto' },
      ],
    },
  ])
})

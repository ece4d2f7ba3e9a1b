import { expect, test } from 'vitest'
import { createAnthropicReader, readAnthropicAnswer } from '../src/index.js'

const overloaded = { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }
const failure = { message: 'Overloaded', status: 529 }

test('an error in the place of an answer comes with its own words', () => {
  const reader = createAnthropicReader()
  reader.push(overloaded)

  expect(reader.end()).toMatchObject({ entries: [], stop: 'broken', failure })
  expect(readAnthropicAnswer(overloaded)).toMatchObject({ entries: [], stop: 'broken', failure })
})

test('a stream that fails in the middle keeps what was said, and is broken', () => {
  const reader = createAnthropicReader()
  const block = { type: 'text', text: '' }
  reader.push({ type: 'content_block_start', index: 0, content_block: block })
  reader.push({
    type: 'content_block_delta',
    index: 0,
    delta: { type: 'text_delta', text: 'Half' },
  })
  reader.push(overloaded)

  expect(reader.end()).toMatchObject({ text: 'Half', stop: 'broken', failure })
})

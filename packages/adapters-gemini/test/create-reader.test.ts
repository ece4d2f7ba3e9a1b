import { expect, test } from 'vitest'
import { createGeminiReader, readGeminiAnswer } from '../src/index.js'

test('an error in the place of an answer comes with its own words', () => {
  const event = { error: { code: 503, message: 'overloaded', status: 'UNAVAILABLE' } }
  const reader = createGeminiReader()
  reader.push(event)

  const failure = { message: 'overloaded', status: 503 }
  expect(reader.end()).toMatchObject({ entries: [], stop: 'broken', failure })
  expect(readGeminiAnswer(event)).toMatchObject({ entries: [], stop: 'broken', failure })
})

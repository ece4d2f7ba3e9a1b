import { expect, test } from 'vitest'
import { toOutputRecord } from '../../src/step/output-record.js'

test('what is cut off is cut between characters, and said', () => {
  const call = { id: 'a', name: 'look', tool: 'look', arguments: '{}' }
  const done = { callId: 'a', tool: 'look', kind: 'done', value: 'ab😀cd' } as const

  const { items } = toOutputRecord(call, done, { maxLength: 3 })

  expect(items).toMatchObject([
    { parts: [{ parts: [{ text: 'ab\n[cut off here: 2 of 6 characters]' }] }] },
  ])
})

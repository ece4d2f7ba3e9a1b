import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type RunItem } from '@armorer/core'
import { rawMessagesToRunItems, runItemsToRawMessages } from '../../src/chat/chat-codec.js'
import { CONVERSATION_DIALECTS } from '../../src/conversation/dialect.js'
import { validateConversation } from '../../src/conversation/validate-conversation.js'
import { randomFrom } from '../laws/random.js'
import { CONVERSATION_MUTATORS, makeConversation } from '../../src/testing/conversations.js'

const dialects = Object.values(CONVERSATION_DIALECTS)
const conversations = fc.nat().map((seed) => {
  const random = randomFrom(seed)
  return { items: makeConversation(random), random }
})

test('what the generator makes is sound for every provider', () => {
  fc.assert(
    fc.property(conversations, ({ items }) => {
      for (const dialect of dialects) expect(validateConversation(items, { dialect })).toEqual([])
    }),
  )
})

test('a sound conversation is sound after it was raw messages', () => {
  fc.assert(
    fc.property(conversations, ({ items }) => {
      const again = rawMessagesToRunItems(runItemsToRawMessages(items))
      expect(validateConversation(again)).toEqual([])
    }),
  )
})

test.each(CONVERSATION_MUTATORS)('a conversation spoilt so has $code', ({ code, mutate }) => {
  let occasions = 0
  fc.assert(
    fc.property(conversations, ({ items, random }) => {
      const spoilt = mutate(items, random)
      if (!spoilt) return
      occasions += 1
      const found = dialects.flatMap((dialect) => validateConversation(spoilt, { dialect }))
      expect(found.map((violation) => violation.code)).toContain(code)
    }),
  )
  expect(occasions).toBeGreaterThan(20)
})

test('several calls and their outputs in any order are sound', () => {
  const items: RunItem[] = [
    ...rawMessagesToRunItems([
      { role: 'user', content: 'go' },
      {
        role: 'assistant',
        content: null,
        tool_calls: ['a', 'b'].map((id) => ({
          id,
          type: 'function',
          function: { name: 'f', arguments: '{}' },
        })),
      },
      { role: 'tool', tool_call_id: 'b', content: '2' },
      { role: 'tool', tool_call_id: 'a', content: '1' },
    ]),
  ]

  expect(validateConversation(items)).toEqual([])
})

test('calls at the end may be open only where that is said', () => {
  const open = rawMessagesToRunItems([
    { role: 'user', content: 'go' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{}' } }],
    },
  ])

  expect(validateConversation(open)).toEqual([{ code: 'missing_output', at: 1, callId: 'a' }])
  expect(validateConversation(open, { allowOpen: true })).toEqual([])
})

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { type MessageItem, type RunItem } from '@armorer/core'
import {
  chatCodec,
  rawMessagesToRunItems,
  runItemsToRawMessages,
} from '../../src/chat/chat-codec.js'
import { type RawMessage } from '../../src/chat/raw-message.js'
import { validateConversation } from '../../src/conversation/validate-conversation.js'

const folder = new URL('transcripts/', import.meta.url)

test.each(readdirSync(folder))('%s comes back as it was written, and is sound', (name) => {
  const raw = JSON.parse(readFileSync(new URL(name, folder), 'utf8')) as RawMessage[]

  const items = rawMessagesToRunItems(raw)

  expect(JSON.stringify(runItemsToRawMessages(items))).toBe(JSON.stringify(raw))
  expect(validateConversation(items)).toEqual([])
})

test('an everyday message is an item without a rest', () => {
  const [user, answer, output] = rawMessagesToRunItems([
    { role: 'user', content: 'gm' },
    {
      role: 'assistant',
      content: null,
      tool_calls: [{ id: 'a', type: 'function', function: { name: 'f', arguments: '{"a":1.0}' } }],
    },
    { role: 'tool', tool_call_id: 'a', content: 'done' },
  ])

  expect(user).toEqual(message('user', [{ kind: 'text', text: 'gm' }]))
  expect(answer).toEqual(
    message('assistant', [{ kind: 'tool_call', callId: 'a', name: 'f', arguments: '{"a":1.0}' }]),
  )
  expect(output).toEqual(
    message('tool', [
      { kind: 'tool_output', callId: 'a', parts: [{ kind: 'text', text: 'done' }] },
    ]),
  )
})

test('null content, no content and empty content stay what they are', () => {
  const raw = [
    { role: 'assistant', content: null },
    { role: 'assistant' },
    { role: 'assistant', content: '' },
    { role: 'assistant', content: [] },
  ]

  expect(JSON.stringify(runItemsToRawMessages(rawMessagesToRunItems(raw)))).toBe(
    JSON.stringify(raw),
  )
})

test('events of a run take no part', () => {
  const items: RunItem[] = [
    { kind: 'usage', inputTokens: 1, outputTokens: 2 },
    message('user', [{ kind: 'text', text: 'gm' }]),
    { kind: 'stop', reason: 'done' },
  ]

  expect(runItemsToRawMessages(items)).toEqual([{ role: 'user', content: 'gm' }])
})

test('a custom tool call is a call with its input as it was written', () => {
  const call = { id: 'c', type: 'custom', custom: { name: 'shell', input: 'ls | wc' } }
  const [item] = rawMessagesToRunItems([{ role: 'assistant', content: null, tool_calls: [call] }])

  expect(item).toMatchObject({
    parts: [{ kind: 'tool_call', callId: 'c', name: 'shell', arguments: 'ls | wc' }],
  })
})

test('an edited item is an edited message, and everything else of it stays', () => {
  const [item] = rawMessagesToRunItems([{ content: 'gm', name: 'ann', role: 'user' }])
  const edited = { ...(item as MessageItem), parts: [{ kind: 'text', text: 'gn' } as const] }

  expect(JSON.stringify(runItemsToRawMessages([edited]))).toBe(
    '[{"content":"gn","name":"ann","role":"user"}]',
  )
})

test('one turn of another format with two results and words becomes three messages', () => {
  const turn: RunItem = {
    kind: 'message',
    role: 'user',
    format: 'anthropic.messages',
    parts: [
      { kind: 'tool_output', callId: 'a', parts: [{ kind: 'text', text: '1' }] },
      { kind: 'tool_output', callId: 'b', parts: [{ kind: 'text', text: '2' }] },
      { kind: 'text', text: 'go on' },
    ],
  }

  expect(chatCodec.encode([turn])).toEqual({
    losses: [],
    wire: [
      { role: 'tool', tool_call_id: 'a', content: '1' },
      { role: 'tool', tool_call_id: 'b', content: '2' },
      { role: 'user', content: 'go on' },
    ],
  })
})

function message(role: string, parts: MessageItem['parts']): MessageItem {
  return { kind: 'message', role, format: 'openai.chat', parts }
}

import { type MessageItem, type Part, type RunItem } from '@armorer/core'
import { type ViolationCode } from '../conversation/violation.js'

/** A number from 0 to 1. */
export type RandomNumber = () => number

/** A conversation that every provider takes: turns of all kinds, calls one by one and several at once, odd texts. */
export function makeConversation(random: RandomNumber): readonly RunItem[] {
  const items: RunItem[] = []
  let calls = 0
  if (random() < 0.6) items.push(say('system', textOf(random)))
  const turns = 1 + Math.floor(random() * 4)
  for (let turn = 0; turn < turns; turn++) {
    items.push(say('user', textOf(random)))
    while (random() < 0.5) {
      const asked = Array.from({ length: 1 + Math.floor(random() * 3) }, () => `call_${calls++}`)
      items.push({
        kind: 'message',
        role: 'assistant',
        parts: [
          ...(random() < 0.3 ? [{ kind: 'text', text: textOf(random) } as const] : []),
          ...asked.map((callId): Part => callOf(callId, random)),
        ],
      })
      if (random() < 0.3) items.push({ kind: 'usage', inputTokens: 1, outputTokens: 1 })
      items.push(...shuffled(asked, random).map((callId) => answer(callId, textOf(random))))
    }
    items.push(say('assistant', textOf(random)))
  }
  return items
}

/** One way to spoil a conversation; `undefined` where this one gives no occasion. */
export interface ConversationMutator {
  /** What must be found then. */
  readonly code: ViolationCode
  mutate(items: readonly RunItem[], random: RandomNumber): readonly RunItem[] | undefined
}

export const CONVERSATION_MUTATORS: readonly ConversationMutator[] = [
  { code: 'missing_output', mutate: (items, random) => without(items, pickOutput(items, random)) },
  {
    code: 'duplicate_output',
    mutate: (items, random) => doubled(items, pickOutput(items, random)),
  },
  {
    code: 'unknown_output',
    mutate: (items, random) =>
      changed(items, pickOutput(items, random), (item) => renamed(item, 'tool_output', 'nobody')),
  },
  {
    code: 'duplicate_call_id',
    mutate: (items, random) =>
      changed(items, pickAsking(items, random), (item) => {
        const call = item.parts.find((part) => part.kind === 'tool_call')
        return call ? { ...item, parts: [...item.parts, call] } : item
      }),
  },
  {
    code: 'empty_call_id',
    mutate: (items, random) =>
      changed(items, pickAsking(items, random), (item) => renamed(item, 'tool_call', '')),
  },
  {
    code: 'misplaced_call',
    mutate: (items, random) =>
      changed(items, pickAsking(items, random), (item) => ({ ...item, role: 'user' })),
  },
  {
    code: 'unknown_role',
    mutate: (items, random) =>
      changed(items, pickWhere(items, random, isSpoken), (item) => ({ ...item, role: 'narrator' })),
  },
  { code: 'late_system', mutate: (items) => [...items, say('system', 'one more thing')] },
  { code: 'assistant_first', mutate: (items) => [say('assistant', 'hello?'), ...items] },
  {
    code: 'no_user',
    mutate: (items) => items.filter((item) => item.kind !== 'message' || item.role !== 'user'),
  },
  {
    code: 'opaque_item',
    mutate: (items) => [...items, { kind: 'opaque', format: 'elsewhere', value: 1 }],
  },
]

const TEXTS = ['hi', 'ä€😀', '{"a": 1}', 'a\nb', '\u2028', 'null', ' ']

function textOf(random: RandomNumber): string {
  return TEXTS[Math.floor(random() * TEXTS.length)] ?? ''
}

function say(role: string, text: string): MessageItem {
  return { kind: 'message', role, parts: [{ kind: 'text', text }] }
}

function callOf(callId: string, random: RandomNumber): Part {
  return { kind: 'tool_call', callId, name: 'look', arguments: random() < 0.5 ? '{}' : '{"a": 1}' }
}

function answer(callId: string, text: string): MessageItem {
  const parts = [{ kind: 'text', text } as const]
  return { kind: 'message', role: 'tool', parts: [{ kind: 'tool_output', callId, parts }] }
}

function shuffled<Value>(values: readonly Value[], random: RandomNumber): Value[] {
  return values
    .map((value) => ({ value, at: random() }))
    .toSorted((a, b) => a.at - b.at)
    .map(({ value }) => value)
}

function isSpoken(item: RunItem): boolean {
  return item.kind === 'message' && item.parts.every(({ kind }) => kind === 'text')
}

function pickOutput(items: readonly RunItem[], random: RandomNumber): number {
  return pickWhere(items, random, (item) => hasPart(item, 'tool_output'))
}

function pickAsking(items: readonly RunItem[], random: RandomNumber): number {
  return pickWhere(items, random, (item) => hasPart(item, 'tool_call'))
}

function hasPart(item: RunItem, kind: Part['kind']): boolean {
  return item.kind === 'message' && item.parts.some((part) => part.kind === kind)
}

function pickWhere(
  items: readonly RunItem[],
  random: RandomNumber,
  fits: (item: RunItem) => boolean,
): number {
  const places = items.flatMap((item, index) => (fits(item) ? [index] : []))
  return places[Math.floor(random() * places.length)] ?? -1
}

function without(items: readonly RunItem[], at: number): readonly RunItem[] | undefined {
  return at === -1 ? undefined : items.filter((_item, index) => index !== at)
}

function doubled(items: readonly RunItem[], at: number): readonly RunItem[] | undefined {
  const item = items[at]
  return item && items.toSpliced(at, 0, item)
}

function changed(
  items: readonly RunItem[],
  at: number,
  change: (item: MessageItem) => MessageItem,
): readonly RunItem[] | undefined {
  const item = items[at]
  return item?.kind === 'message' ? items.with(at, change(item)) : undefined
}

function renamed(
  item: MessageItem,
  kind: 'tool_call' | 'tool_output',
  callId: string,
): MessageItem {
  const parts = item.parts.map((part) => (part.kind === kind ? { ...part, callId } : part))
  return { ...item, parts }
}

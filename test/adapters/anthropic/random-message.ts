import { type JsonObject, type JsonValue } from '@armorer/core'
import { randomJson, randomObject } from '../random-json.js'
import { many, pick, type Random } from '../random.js'

/** A message of Anthropic, as the API or its clients write them. */
export function randomMessage(random: Random): JsonValue {
  const text = () => pick(random, ['', 'hello', 'a\nb', '😀', '{"a": 1}', '\ud83d'])
  const id = () => `toolu_${Math.floor(random() * 5)}`
  const media: ReadonlyArray<() => JsonObject> = [
    () => ({ type: 'image', source: { type: 'base64', media_type: 'image/png', data: 'iVBOR' } }),
    () => ({ type: 'image', source: { type: 'url', url: 'https://a.b/c.png' } }),
    () => ({ type: 'image', source: { type: 'file', file_id: 'f1' } }),
    () => ({ type: 'image', source: { data: 'x', media_type: 'image/gif', type: 'base64' } }),
    () => ({
      type: 'document',
      source: { type: 'base64', media_type: 'application/pdf', data: 'J' },
    }),
    () => ({
      type: 'document',
      source: { type: 'text', media_type: 'text/plain', data: 'x' },
      title: 't',
    }),
  ]
  const said: ReadonlyArray<() => JsonObject> = [
    () => ({ type: 'text', text: text() }),
    () => ({ type: 'text', text: text(), cache_control: { type: 'ephemeral' }, citations: null }),
    ...media,
  ]
  const blocks: ReadonlyArray<() => JsonValue> = [
    ...said,
    () => ({ type: 'thinking', thinking: text(), signature: 'EqQB' }),
    () => ({ signature: 'EqQB', type: 'thinking', thinking: text() }),
    () => ({ type: 'redacted_thinking', data: 'EmwK' }),
    () => ({ type: 'tool_use', id: id(), name: 'f', input: randomObject(random) }),
    () => ({
      type: 'tool_use',
      id: id(),
      name: 'f',
      input: randomJson(random),
      caller: { type: 'direct' },
    }),
    () => ({ type: 'tool_result', tool_use_id: id(), content: text() }),
    () => ({
      type: 'tool_result',
      tool_use_id: id(),
      is_error: pick(random, [true, false, null]),
      content: many(random, 2, () => pick(random, said)()),
    }),
    () => ({ type: 'tool_result', tool_use_id: id() }),
    () => ({ type: 'server_tool_use', id: id(), name: 'web_search', input: randomJson(random) }),
    () => randomJson(random),
  ]
  if (random() < 0.05) return randomJson(random)
  return {
    role: pick(random, ['user', 'assistant', 'system']),
    content: random() < 0.25 ? text() : many(random, 4, () => pick(random, blocks)()),
  }
}

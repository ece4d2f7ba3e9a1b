import { type JsonObject, type JsonValue } from '@armorer/core'
import { randomJson } from '../random-json.js'
import { many, pick, type Random } from '../random.js'

/** A message of Chat Completions, as OpenAI, hosts that speak its format, or their clients write them. */
export function randomChatMessage(random: Random): JsonValue {
  const text = () =>
    pick(random, ['', 'hello', 'a\nb', '😀', '{"a": 1}', '\ud83d', 'text', 'parts'])
  const id = () => `call_${Math.floor(random() * 5)}`
  const args = () =>
    pick(random, ['{}', '{ "a":1 }', '{"a":1,"a":2}', '{"broken', '', '1e2', '{"a":1.0}'])
  const parts: ReadonlyArray<() => JsonObject> = [
    () => ({ type: 'text', text: text() }),
    () => ({ type: 'text', text: text(), cache_control: { type: 'ephemeral' } }),
    () => ({ type: 'refusal', refusal: text() }),
    () => ({ type: 'image_url', image_url: { url: 'data:image/png;base64,iVBOR=' } }),
    () => ({ type: 'image_url', image_url: { url: 'https://a.b/c.png', detail: 'low' } }),
    () => ({ image_url: { detail: null, url: 'data:text/plain;base64,AA==' }, type: 'image_url' }),
    () => ({ type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } }),
    () => ({ type: 'input_audio', input_audio: { format: 'mp3', data: '', extra: null } }),
    () => ({
      type: 'file',
      file: { filename: 'a.pdf', file_data: 'data:application/pdf;base64,A' },
    }),
    () => ({ type: 'file', file: { file_id: 'file_1' } }),
    () => ({ type: 'file', file: { filename: 'file', file_data: 'data:image/png;base64,AA==' } }),
  ]
  const content = (): JsonValue =>
    pick<() => JsonValue>(random, [
      text,
      () => null,
      () => many(random, 3, () => pick(random, parts)()),
    ])()
  const call = (): JsonObject =>
    pick<() => JsonObject>(random, [
      () => ({ id: id(), type: 'function', function: { name: 'f', arguments: args() } }),
      () => ({ index: 0, id: id(), type: 'function', function: { arguments: args(), name: 'g' } }),
      () => ({ id: id(), type: 'custom', custom: { name: 'shell', input: text() } }),
      () => ({ id: id(), type: 'function', function: { name: 'f', arguments: { a: 1 } } }),
      () => ({ type: 'function', function: { name: 'f', arguments: args() } }),
    ])()
  const calls = () => Array.from({ length: 1 + Math.floor(random() * 3) }, call)
  const kinds: ReadonlyArray<() => JsonValue> = [
    () => ({ role: pick(random, ['user', 'system', 'developer']), content: content() }),
    () => ({ role: 'user', name: 'ann', content: content() }),
    () => ({ content: content(), role: 'user' }),
    () => ({ role: 'assistant', content: content() }),
    () => ({ role: 'assistant', content: content(), tool_calls: calls() }),
    () => ({ role: 'assistant', tool_calls: calls() }),
    () => ({
      role: 'assistant',
      content: null,
      refusal: null,
      annotations: [],
      tool_calls: calls(),
    }),
    () => ({ role: 'assistant', content: null, refusal: text(), tool_calls: [] }),
    () => ({ role: 'assistant', content: text(), tool_calls: null, reasoning_content: text() }),
    () => ({ role: 'assistant', audio: { id: 'audio_1' }, content: null }),
    () => ({ role: 'assistant', content: null, function_call: { name: 'f', arguments: args() } }),
    () => ({
      role: 'assistant',
      content: text(),
      annotations: [{ type: 'url_citation', url_citation: { url: 'https://a.b', title: text() } }],
    }),
    () => ({ role: 'tool', tool_call_id: id(), content: content() }),
    () => ({ tool_call_id: id(), role: 'tool', name: 'f', content: content() }),
    () => ({ role: 'tool', tool_call_id: id(), content: text(), tool_calls: [null] }),
    () => ({ role: 'function', name: 'f', content: content() }),
    () => randomJson(random),
  ]
  return pick(random, kinds)()
}

import { type JsonObject, type JsonValue } from '@armorer/core'
import { randomJson } from '../random-json.js'
import { many, pick, type Random } from '../random.js'

/** An item of the Responses API, as the API or its clients write them. */
export function randomItem(random: Random): JsonValue {
  const text = () => pick(random, ['', 'hello', 'a\nb', '😀', '{"a": 1}', '\ud83d'])
  const id = () => `id_${Math.floor(random() * 5)}`
  const args = () => pick(random, ['{}', '{ "a":1 }', '{"a":1,"a":2}', '{"broken', '', '1e2'])
  const content = (kinds: ReadonlyArray<() => JsonObject>): JsonValue =>
    random() < 0.3 ? text() : many(random, 3, () => pick(random, kinds)())
  const input: ReadonlyArray<() => JsonObject> = [
    () => ({ type: 'input_text', text: text() }),
    () => ({ type: 'input_image', image_url: 'data:image/png;base64,iVBOR=', detail: 'auto' }),
    () => ({ type: 'input_image', image_url: 'https://a.b/c.png' }),
    () => ({ type: 'input_image', file_id: 'file_1', image_url: null, detail: 'low' }),
    () => ({ type: 'input_file', filename: 'file', file_data: 'data:application/pdf;base64,AA==' }),
    () => ({ type: 'input_file', file_url: 'https://a.b/c.pdf' }),
    () => ({ type: 'input_audio', input_audio: { data: 'AA', format: 'wav' } }),
  ]
  const output: ReadonlyArray<() => JsonObject> = [
    () => ({ type: 'output_text', text: text(), annotations: [], logprobs: [] }),
    () => ({ type: 'output_text', text: text() }),
    () => ({ type: 'refusal', refusal: text() }),
  ]
  const kinds: ReadonlyArray<() => JsonValue> = [
    () => ({ role: pick(random, ['user', 'system', 'developer']), content: content(input) }),
    () => ({ type: 'message', role: 'user', content: content(input) }),
    () => ({
      type: 'message',
      id: id(),
      status: 'completed',
      role: 'assistant',
      content: content(output),
    }),
    () => ({ role: 'assistant', content: content(output) }),
    () => ({ type: 'function_call', call_id: id(), name: 'f', arguments: args() }),
    () => ({
      id: id(),
      type: 'function_call',
      status: 'completed',
      arguments: args(),
      call_id: id(),
      name: 'f',
      namespace: 'crm',
    }),
    () => ({ type: 'function_call_output', call_id: id(), output: content(input) }),
    () => ({
      type: 'reasoning',
      id: id(),
      summary: many(random, 2, () => ({ type: 'summary_text', text: text() })),
      encrypted_content: pick(random, ['gAAA', null]),
    }),
    () => ({ type: 'reasoning', summary: [{ type: 'summary_text', text: text() }] }),
    () => ({ type: 'item_reference', id: id() }),
    () => ({ type: 'web_search_call', id: id(), status: 'completed', action: randomJson(random) }),
    () => randomJson(random),
  ]
  return pick(random, kinds)()
}

import { type JsonValue } from '@armorer/core'
import { randomJson, randomObject } from '../random-json.js'
import { many, pick, type Random } from '../random.js'

/** A content of Gemini, as the API or its clients write them. */
export function randomContent(random: Random): JsonValue {
  const text = () => pick(random, ['', 'hello', 'a\nb', '😀', '{"a": 1}', '\ud83d'])
  const id = () => pick(random, ['', 'c1', 'c2'])
  const parts: ReadonlyArray<() => JsonValue> = [
    () => ({ text: text() }),
    () => ({ text: text(), thought: true }),
    () => ({ text: text(), thought: true, thoughtSignature: 'CpcB' }),
    () => ({ thoughtSignature: 'CpcB', text: text() }),
    () => ({ text: text(), thought: pick(random, [false, null, 'true']) }),
    () => ({ inlineData: { mimeType: 'image/png', data: 'iVBOR' } }),
    () => ({ inlineData: { data: 'iVBOR', mimeType: 'image/png', displayName: 'x' } }),
    () => ({ fileData: { mimeType: 'video/mp4', fileUri: 'gs://a/b' }, videoMetadata: { fps: 1 } }),
    () => ({ fileData: { fileUri: 'gs://a/b', mimeType: 'video/mp4' } }),
    () => ({ functionCall: { name: 'f', args: randomObject(random) } }),
    () => ({
      functionCall: { id: id(), name: 'f', args: randomJson(random) },
      thoughtSignature: 'Cp',
    }),
    () => ({ functionCall: { name: 'f' } }),
    () => ({ functionResponse: { name: 'f', response: { output: text() } } }),
    () => ({ functionResponse: { id: id(), name: 'f', response: { error: text() } } }),
    () => ({
      functionResponse: { id: id(), name: 'f', response: randomObject(random), parts: [] },
    }),
    () => ({ functionResponse: { name: 'f', response: pick(random, ['output', 'json', null]) } }),
    () => ({ executableCode: { language: 'PYTHON', code: text() } }),
    () => randomJson(random),
  ]
  if (random() < 0.05) return randomJson(random)
  const said = many(random, 4, () => pick(random, parts)())
  const role = pick(random, ['user', 'model', 'function', ''])
  return pick<JsonValue>(random, [
    { role, parts: said },
    { parts: said, role },
    { parts: said },
    { role },
    { role, parts: pick(random, ['parts', 'text', null]) },
  ])
}

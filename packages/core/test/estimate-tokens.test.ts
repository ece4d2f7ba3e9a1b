import { encode } from 'gpt-tokenizer'
import { expect, test } from 'vitest'
import { estimateTokens } from '../src/estimate-tokens.js'

test('nothing costs nothing', () => {
  expect(estimateTokens('')).toBe(0)
})

test.each([
  'Lies die Größe der Überschrift, prüfe sie und ändere müßige Wörter.',
  'ファイルを読み取り、その内容を返します。',
  'Прочитать файл и вернуть его содержимое.',
  '读取文件并返回其内容。',
])('text of any script costs within three times what a tokenizer says: %s', (text) => {
  const real = encode(text).length
  expect(estimateTokens(text)).toBeGreaterThan(real / 3)
  expect(estimateTokens(text)).toBeLessThan(real * 3)
})

test.each(['日本語', '12345', '{}[]', 'a'])('%s costs something', (text) => {
  expect(estimateTokens(text)).toBeGreaterThan(0)
})

/** Scripts that put no space between words; for a character class with the flag `u`. */
export const UNSPACED = [
  'Han',
  'Hiragana',
  'Katakana',
  'Bopomofo',
  'Thai',
  'Lao',
  'Khmer',
  'Myanmar',
  'Tibetan',
]
  .map((script) => String.raw`\p{scx=${script}}`)
  .join('')

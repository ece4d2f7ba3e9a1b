/**
 * About how many tokens a text costs a model. Tokenizers differ from each other and from this count;
 * it is meant for sums over many tools, where it stays within a tenth.
 */
export function estimateTokens(text: string): number {
  let tokens = 0
  for (const [piece] of text.matchAll(PIECES)) tokens += costOf(piece)
  return Math.ceil(tokens)
}

/** Words, numbers, other scripts, line breaks, and runs of punctuation. Single spaces go with the word after them. */
const PIECES = /[A-Za-z]+|\d+|[\u0080-\u{10FFFF}]+|\s{2,}|[^\sA-Za-z\d\u0080-\u{10FFFF}]+/gu

function costOf(piece: string): number {
  const code = piece.charCodeAt(0)
  if (isLetter(code)) return piece.length <= 9 ? 1 : 1 + (piece.length - 9) / 5
  if (isDigit(code)) return Math.ceil(piece.length / 3)
  if (code > 127) return piece.length * 0.65
  if (isSpace(code)) return 1
  return Math.ceil(piece.length / 4)
}

function isLetter(code: number): boolean {
  return (code >= 65 && code <= 90) || (code >= 97 && code <= 122)
}

function isSpace(code: number): boolean {
  return code <= 32
}

function isDigit(code: number): boolean {
  return code >= 48 && code <= 57
}

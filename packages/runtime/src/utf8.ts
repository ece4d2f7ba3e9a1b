const encoder = new TextEncoder()
// By default a byte order mark at the beginning is left out; of a piece it is a character like others.
const decoder = new TextDecoder('utf-8', { ignoreBOM: true })

export function toUtf8(text: string): Uint8Array {
  return encoder.encode(text)
}

/** The part from `start` on of at most `maxBytes`, which splits no character; and where the next one begins. */
export function sliceUtf8(
  bytes: Uint8Array,
  start: number,
  maxBytes: number,
): { readonly text: string; readonly end: number } {
  const from = borderAt(bytes, Math.min(start, bytes.length))
  const end = borderAt(bytes, Math.min(from + maxBytes, bytes.length))
  return { text: decoder.decode(bytes.subarray(from, end)), end }
}

/** The last border between characters at or before a place. */
function borderAt(bytes: Uint8Array, place: number): number {
  let border = place
  while (border > 0 && border < bytes.length && isWithin(bytes[border] ?? 0)) border -= 1
  return border
}

/** Every byte of a character but its first is 10xxxxxx. */
function isWithin(byte: number): boolean {
  return (byte & 0b1100_0000) === 0b1000_0000
}

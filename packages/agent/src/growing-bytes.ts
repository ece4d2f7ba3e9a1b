/** Bytes that only grow at their end. */
export interface GrowingBytes {
  append(text: string): void
  /** Everything so far and something after it, which the next text takes the place of. Good until then. */
  closedWith(text: string): Uint8Array
  read(): string
}

export function createGrowingBytes(): GrowingBytes {
  let bytes = Buffer.allocUnsafe(4096)
  let end = 0

  const makeRoom = (text: string) => {
    // A UTF-16 unit takes three bytes at most.
    const need = end + text.length * 3
    if (need <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(need, bytes.length * 2))
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }

  return {
    append(text) {
      makeRoom(text)
      end += bytes.write(text, end)
    },
    closedWith(text) {
      makeRoom(text)
      return bytes.subarray(0, end + bytes.write(text, end))
    },
    read: () => bytes.toString('utf8', 0, end),
  }
}

import { type RunItem } from '@armorer/core'

/** A request whose history only ever grows: what is written once is not written again. */
export interface GrowingBody {
  /** Writes the entries that are new, and gives the whole. The bytes are good until the next call. */
  write(items: readonly RunItem[]): Uint8Array
}

/** A UTF-16 unit takes three bytes of UTF-8 at most. */
const BYTES_A_UNIT = 3
const LEAST_BYTES = 16_384
/** Ends history and request, until more is written in its place. */
const CLOSING = ']}'

/** Fields and the beginning of the history; entries follow. */
export function createGrowingBody(
  head: string,
  encode: (items: readonly RunItem[]) => readonly unknown[],
): GrowingBody {
  let bytes = Buffer.allocUnsafe(Math.max(LEAST_BYTES, head.length * BYTES_A_UNIT))
  let end = bytes.write(head)
  let written = 0
  let separator = ''

  const makeRoom = (units: number) => {
    const need = end + units * BYTES_A_UNIT
    if (need <= bytes.length) return
    const larger = Buffer.allocUnsafe(Math.max(need, bytes.length * 2))
    bytes.copy(larger, 0, 0, end)
    bytes = larger
  }

  return {
    write(items) {
      let text = ''
      for (const entry of encode(items.slice(written))) {
        text += separator + JSON.stringify(entry)
        separator = ','
      }
      written = items.length
      text += CLOSING
      makeRoom(text.length)
      const closed = end + bytes.write(text, end)
      end = closed - CLOSING.length
      return bytes.subarray(0, closed)
    },
  }
}

import { type RunItem } from '@armorer/core'

/** A request whose history only ever grows: what is written once is not written again. */
export interface GrowingBody {
  /** Writes the entries that are new, and gives the whole. The bytes are good until the next call. */
  write(items: readonly RunItem[]): Uint8Array
}

/** Fields and the beginning of the history; entries follow, and two brackets close it. */
export function createGrowingBody(
  head: string,
  encode: (items: readonly RunItem[]) => readonly unknown[],
): GrowingBody {
  let buffer = Buffer.allocUnsafe(Math.max(4096, head.length * 4))
  let end = buffer.write(head)
  let written = 0
  let isFirst = true

  const append = (text: string) => {
    // A UTF-16 unit takes three bytes at most; two more close the body.
    const need = end + text.length * 3 + 2
    if (need > buffer.length) {
      const larger = Buffer.allocUnsafe(Math.max(need, buffer.length * 2))
      buffer.copy(larger, 0, 0, end)
      buffer = larger
    }
    end += buffer.write(text, end)
  }

  return {
    write(items) {
      if (written < items.length) {
        for (const entry of encode(items.slice(written))) {
          append(isFirst ? JSON.stringify(entry) : `,${JSON.stringify(entry)}`)
          isFirst = false
        }
        written = items.length
      }
      append('')
      buffer.write(']}', end)
      return buffer.subarray(0, end + 2)
    },
  }
}

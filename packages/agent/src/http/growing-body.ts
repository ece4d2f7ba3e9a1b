import { type RunItem } from '@armorer/core'
import { createGrowingBytes } from '../growing-bytes.js'

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
  const bytes = createGrowingBytes()
  bytes.append(head)
  let written = 0
  let isFirst = true

  return {
    write(items) {
      if (written < items.length) {
        for (const entry of encode(items.slice(written))) {
          const text = JSON.stringify(entry)
          bytes.append(isFirst ? text : `,${text}`)
          isFirst = false
        }
        written = items.length
      }
      return bytes.closedWith(']}')
    },
  }
}

import { Buffer } from 'node:buffer'

/** A line that has come to its end, or notice of one that is longer than anyone reads. */
export type Line = { readonly kind: 'line'; readonly text: string } | { readonly kind: 'too_long' }

const NEWLINE = 0x0a

/** Cuts a stream into lines. Of one that is too long nothing is kept, and those after it are read as ever. */
export function createLineReader(maxBytes: number): (chunk: Buffer) => readonly Line[] {
  let kept: Buffer[] = []
  let size = 0
  let skipping = false

  const take = (part: Buffer, lines: Line[]) => {
    if (skipping) return
    size += part.length
    if (size <= maxBytes) {
      kept.push(part)
      return
    }
    skipping = true
    kept = []
    lines.push({ kind: 'too_long' })
  }

  return (chunk) => {
    const lines: Line[] = []
    let start = 0
    for (let end = chunk.indexOf(NEWLINE); end !== -1; end = chunk.indexOf(NEWLINE, start)) {
      if (kept.length === 0 && !skipping && end - start <= maxBytes) {
        // Most lines lie in one chunk, and need no copy.
        lines.push({ kind: 'line', text: chunk.toString('utf8', start, end) })
        start = end + 1
        continue
      }
      take(chunk.subarray(start, end), lines)
      if (!skipping) lines.push({ kind: 'line', text: Buffer.concat(kept).toString('utf8') })
      kept = []
      size = 0
      skipping = false
      start = end + 1
    }
    if (start < chunk.length) take(chunk.subarray(start), lines)
    return lines
  }
}

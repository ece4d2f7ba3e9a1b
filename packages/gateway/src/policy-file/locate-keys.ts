import { scanToml, type Place } from './scan-toml.js'

export interface Position {
  /** Both counted from 1, as editors do. */
  readonly line: number
  readonly column: number
}

/** Where the innermost part of a path that is written in the text is first written; the file's beginning for the empty path. */
export type KeyLocator = (path: ReadonlyArray<string | number>) => Position

/** Makes a locator for a text that a parser has found to be good. */
export function locateKeys(toml: string): KeyLocator {
  const root = scanToml(toml)
  const lines = listLineStarts(toml)
  return (path) => {
    let place: Place = root
    for (const part of path) {
      const inner = place.inner.get(part)
      if (!inner) break
      place = inner
    }
    return toPosition(lines, place.at)
  }
}

function listLineStarts(text: string): number[] {
  const starts = [0]
  for (let at = text.indexOf('\n'); at !== -1; at = text.indexOf('\n', at + 1)) starts.push(at + 1)
  return starts
}

function toPosition(lines: readonly number[], at: number): Position {
  let low = 0
  let high = lines.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((lines[middle] ?? 0) <= at) low = middle
    else high = middle
  }
  return { line: low + 1, column: at - (lines[low] ?? 0) + 1 }
}

import { foldText } from '../text/fold-text.js'
import { listWords } from '../text/list-words.js'

/** The first run of `count` words that a text shares with one of the sources, or `undefined`. */
export function findCopiedWords(
  text: string,
  sources: readonly string[],
  count: number,
): string | undefined {
  const runs = new Map(listRuns(text, count).map((run) => [run, run]))
  if (runs.size === 0) return undefined
  const copied = new Set(sources.flatMap((source) => listRuns(source, count)))
  return [...runs.keys()].find((run) => copied.has(run))
}

function listRuns(text: string, count: number): string[] {
  const words = listWords(foldText(text))
  const runs = Math.max(0, words.length - count + 1)
  return Array.from({ length: runs }, (_, at) => words.slice(at, at + count).join(' '))
}

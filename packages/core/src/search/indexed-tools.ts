import { type ToolDefinition } from '../tool-definition.js'
import { K1, type Statistics } from './postings.js'
import { createScoreboard, type Scoreboard } from './scoreboard.js'
import { toUnit } from './vectors.js'
import { weighWords } from './weigh-words.js'
import { createWordIndex, type WordIndex } from './word-index.js'

/** A tool, as an index holds it under a number. */
export interface Entry {
  readonly tool: ToolDefinition
  readonly length: number
  vector?: Float32Array
}

/** The tools of an index with their numbers, words and vectors. */
export interface IndexedTools {
  readonly words: WordIndex
  count(): number
  add(tool: ToolDefinition): void
  remove(id: string): boolean
  setVector(id: string, vector: ArrayLike<number>): void
  /** By number; empty where a tool is gone. */
  entries(): ReadonlyArray<Entry | undefined>
  /** An empty board for all of them. */
  board(): Scoreboard
}

/** How much longer descriptions are marked down. */
const B = 0.4

/** So few empty numbers are not worth the work of closing up. */
const FEW = 32

export function createIndexedTools(): IndexedTools {
  const numbers = new Map<string, number>()
  // A tool that is gone leaves its number empty, until the lists that name it are next read.
  let entries: Array<Entry | undefined> = []
  let prepared: { readonly statistics: Statistics; readonly board: Scoreboard } | undefined
  let version = 0
  const words = createWordIndex(() => prepare().statistics)

  function prepare() {
    prepared ??= {
      statistics: toStatistics(entries, (version += 1)),
      board: createScoreboard(entries.length),
    }
    return prepared
  }

  function closeUp(): void {
    const kept: Entry[] = []
    const renumbered = Int32Array.from(entries, (entry) => (entry ? kept.push(entry) - 1 : -1))
    words.renumber(renumbered)
    entries = kept
    for (const [number, { tool }] of kept.entries()) numbers.set(tool.id, number)
  }

  function remove(id: string): boolean {
    const number = numbers.get(id)
    if (number === undefined) return false
    numbers.delete(id)
    entries[number] = undefined
    prepared = undefined
    const empty = entries.length - numbers.size
    if (empty > FEW && empty > numbers.size) closeUp()
    return true
  }

  return {
    words,
    count: () => numbers.size,
    add(tool) {
      // First, for it may fail, and then nothing has changed.
      const { weights, length } = weighWords(tool)
      remove(tool.id)
      const number = entries.push({ tool, length }) - 1
      numbers.set(tool.id, number)
      for (const [word, weight] of weights) words.add(word, number, weight)
      prepared = undefined
    },
    remove,
    setVector(id, vector) {
      const entry = entries[numbers.get(id) ?? -1]
      if (entry) entry.vector = toUnit(vector, `the vector of ${id}`)
    },
    entries: () => entries,
    board: () => prepare().board,
  }
}

function toStatistics(entries: ReadonlyArray<Entry | undefined>, version: number): Statistics {
  const lengths = entries.flatMap((entry) => entry?.length ?? [])
  const average = lengths.reduce((sum, length) => sum + length, 0) / Math.max(1, lengths.length)
  return {
    version,
    tools: lengths.length,
    isGone: (number) => entries[number] === undefined,
    norms: Float64Array.from(
      entries,
      (entry) => K1 * (1 - B + (B * (entry?.length ?? 0)) / (average || 1)),
    ),
  }
}

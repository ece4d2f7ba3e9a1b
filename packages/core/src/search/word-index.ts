import { createPostings, idf, K1, type Postings, type Statistics } from './postings.js'
import { readQuery } from './read-query.js'
import { type Scoreboard } from './scoreboard.js'
import { createVocabulary, type ReadWord, type Vocabulary } from './vocabulary.js'

/** The words of all tools, and which tools each stands in. */
export interface WordIndex {
  /** How many words it holds, those of tools that are gone among them. */
  size(): number
  add(word: string, tool: number, weight: number): void
  read(query: string): readonly ReadWord[]
  /** Scores all tools, and gives the score of one in which every word of the query weighed the most. */
  score(words: readonly ReadWord[], board: Scoreboard): number
  /** Tools get new numbers. Those below 0 are forgotten, with the words that no other has. */
  renumber(numbers: Int32Array): void
}

export function createWordIndex(getStatistics: () => Statistics): WordIndex {
  let postings: Postings[] = []
  let words: string[] = []
  let vocabulary = createEmpty()

  function createEmpty(): Vocabulary {
    return createVocabulary((term) => getPrepared(term).count())
  }

  function getPrepared(term: number): Postings {
    const list = postings[term] as Postings
    list.prepare(getStatistics())
    return list
  }

  function keep(word: string, list: Postings): void {
    const term = vocabulary.add(word)
    words[term] = word
    postings[term] = list
  }

  return {
    size: () => words.length,
    add(word, tool, weight) {
      const term = vocabulary.add(word)
      words[term] = word
      const list = (postings[term] ??= createPostings())
      list.add(tool, weight)
    },
    read: (query) => readQuery(query, vocabulary),
    score(asked, board) {
      let ideal = 0
      for (const { means } of asked) {
        let rarest = 0
        for (const { term, factor } of means) {
          const list = getPrepared(term)
          list.score(board, factor)
          rarest = Math.max(rarest, list.rarity())
        }
        ideal += means.length > 0 ? rarest : unknownWord(getStatistics().tools)
      }
      return ideal * (K1 + 1)
    },
    renumber(numbers) {
      const before = { postings, words }
      postings = []
      words = []
      vocabulary = createEmpty()
      for (const [term, list] of before.postings.entries()) {
        if (list.renumber(numbers) > 0) keep(before.words[term] as string, list)
      }
    },
  }
}

/** How much a word that no tool knows speaks against all of them. A handful of tools knows few words, and says less by it. */
function unknownWord(tools: number): number {
  return 0.6 * Math.min(1, tools / 50) * idf(tools, 0)
}

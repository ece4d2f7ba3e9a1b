import { countEdits } from './edit-distance.js'
import { type Meaning } from './vocabulary.js'

export interface Candidate {
  readonly term: number
  readonly word: string
}

/** The words that there are. Slips are rare in the first letter, and letting them be saves most of the work. */
export interface Candidates {
  listStarting(letter: number): readonly Candidate[]
  countTools(term: number): number
}

const MOST_MEANINGS = 6
const LEAST_LETTERS = { prefix: 3, typo: 4, secondTypo: 8 }

/** What a word that no tool has may mean: words that it begins, or else words a slip or two away. */
export function mendWord(word: string, candidates: Candidates): readonly Meaning[] {
  // Short words have too many neighbours.
  if (word.length < LEAST_LETTERS.prefix) return []
  // The longer the word, the surer the guess.
  const sure = Math.min(1, word.length / LEAST_LETTERS.secondTypo)
  const begun = listBegun(word, candidates)
  if (begun.length > 0) return toMeanings(begun, 'prefix', 0.8 * sure)
  if (word.length < LEAST_LETTERS.typo) return []
  return toMeanings(listNearest(word, candidates), 'typo', 0.75 * sure)
}

interface Found extends Candidate {
  /** Letters or edits between the word that was asked for and this one. */
  readonly distance: number
  readonly tools: number
}

function listBegun(word: string, { listStarting, countTools }: Candidates): Found[] {
  const found: Found[] = []
  for (const { term, word: other } of listStarting(word.charCodeAt(0))) {
    if (!other.startsWith(word)) continue
    const tools = countTools(term)
    if (tools > 0) found.push({ term, word: other, distance: other.length - word.length, tools })
  }
  return found
}

/** Only the nearest: where one slip explains a word, two are not thought of. */
function listNearest(word: string, { listStarting, countTools }: Candidates): Found[] {
  const [first, second] = [word.charCodeAt(0), word.charCodeAt(1)]
  let most = word.length < LEAST_LETTERS.secondTypo ? 1 : 2
  let found: Found[] = []
  const look = ({ term, word: other }: Candidate) => {
    const distance = countSlips(word, other, most)
    if (distance > most) return
    const tools = countTools(term)
    if (tools === 0) return
    if (distance < most) found = []
    most = distance
    found.push({ term, word: other, distance, tools })
  }
  for (const candidate of listStarting(first)) look(candidate)
  if (second === first) return found
  for (const candidate of listStarting(second)) {
    if (candidate.word.charCodeAt(1) === first) look(candidate)
  }
  return found
}

/** The stem of a short word that is misspelt keeps an `e` that the right one has lost. */
function countSlips(word: string, other: string, max: number): number {
  const longer = other.length - word.length
  if (longer > max || longer < -max - 1) return max + 1
  const slips = countEdits(word, other, max)
  if (slips <= 1 || !word.endsWith('e')) return slips
  return Math.min(slips, countEdits(word, `${other}e`, max))
}

/** The nearest; of those as near what more tools say, and then the first by the alphabet. */
function toMeanings(found: readonly Found[], how: Meaning['how'], factor: number): Meaning[] {
  return found
    .toSorted((a, b) => a.distance - b.distance || b.tools - a.tools || (a.word < b.word ? -1 : 1))
    .slice(0, MOST_MEANINGS)
    .map(({ term, word }) => ({ term, word, how, factor }))
}

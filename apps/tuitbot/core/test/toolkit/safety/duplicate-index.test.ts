import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createDuplicateIndex } from '../../../src/toolkit/safety/duplicate-index.js'
import { similarity } from '../../../src/toolkit/safety/similarity.js'

const words = ['alpha', 'beta', 'gamma', 'delta', 'epsilon', 'zeta', 'eta', 'theta', '日本', 'x']
const text = fc.array(fc.constantFrom(...words), { maxLength: 12 }).map((list) => list.join(' '))
const threshold = fc.oneof(
  fc.constantFrom(0.1, 0.3, 0.5, 0.6, 0.7, 0.75, 0.8, 0.9, 1, 1 / 3, 2 / 3, 5 / 7),
  fc.double({ min: 0.01, max: 1, noNaN: true }),
)

test.each([
  ['the same', 'the same', 1],
  ['', '', 1],
  ['', 'word', 0],
  ['a b c d', 'a b c d e', 0.8],
  ['A, b! (c)', 'c b a', 1],
  ['日本語の文', '日本語の本', 0.6],
])('%j and %j are alike by %d', (a, b, expected) => {
  expect(similarity(a, b)).toBe(expected)
  expect(similarity(b, a)).toBe(expected)
})

test('the index finds the likest text if and only if a scan of all finds it', () => {
  fc.assert(
    fc.property(
      fc.array(text, { maxLength: 40 }),
      fc.array(text, { minLength: 1, maxLength: 5 }),
      threshold,
      fc.nat(40),
      (history, drafts, limit, split) => {
        const entries = history.map((one, at) => [String(at), one] as const)
        const index = createDuplicateIndex(entries.slice(0, split), {
          threshold: limit,
          minWords: 1,
        })
        for (const [id, one] of entries.slice(split)) index.add(id, one)
        expect(index.size).toBe(history.length)
        for (const draft of drafts.filter((one) => one !== '')) {
          const scores = history.map((one) => similarity(draft, one))
          const best = Math.max(-1, ...scores)
          const expected =
            best >= limit ? { id: String(scores.lastIndexOf(best)), similarity: best } : undefined
          expect(index.find(draft)).toEqual(expected)
        }
      },
    ),
    { numRuns: 1500 },
  )
})

test('it stays exact while a history of thousands grows', () => {
  const random = createRandom(7)
  const make = () =>
    Array.from(
      { length: 5 + Math.floor(random() * 10) },
      () => `w${Math.floor(400 ** random())}`,
    ).join(' ')
  const history: string[] = []
  const wrong: string[] = []
  const index = createDuplicateIndex([], { threshold: 0.6, minWords: 1 })
  for (let count = 0; count < 2000; count++) {
    const draft = make()
    const found = index.find(draft) !== undefined
    const isKnown = count % 10 === 0 && history.some((one) => similarity(one, draft) >= 0.6)
    if (count % 10 === 0 && found !== isKnown) wrong.push(draft)
    history.push(draft)
    index.add(String(count), draft)
  }
  expect(wrong).toEqual([])
})

test.each([
  ['the same text in other letters', 'Shipping it today!', 'shipping it   TODAY!', true],
  ['a short text with other words', 'Shipping it today!', 'Shipping it tomorrow!', false],
  ['the same emoji', '🔥🔥🔥', '🔥🔥🔥', true],
  ['other emoji', '🔥🔥🔥', '🎉🎉🎉', false],
  ['nothing', '', '', false],
  [
    'the same words with something hidden',
    'we ship a new thing today',
    'we sh\u200bip a new thing today',
    true,
  ],
  [
    'the same Japanese text but for an end',
    'これは新しい機能のお知らせです',
    'これは新しい機能のお知らせです！',
    true,
  ],
])('%s: a draft is a duplicate or not', (_what, posted, draft, expected) => {
  const index = createDuplicateIndex([['1', posted]])
  expect(index.find(draft) !== undefined).toBe(expected)
})

test('of four words one other makes no duplicate, of five it does', () => {
  const index = createDuplicateIndex([['1', 'one two three four']])
  expect(index.find('one two three four five')).toEqual({ id: '1', similarity: 0.8 })
  expect(index.find('one two three')).toBeUndefined()
})

test.each([0, -1, 1.01, Number.NaN])('a threshold of %d is refused', (limit) => {
  expect(() => createDuplicateIndex([], { threshold: limit })).toThrow(RangeError)
})

test('a text of 200,000 words is added and found', () => {
  const huge = Array.from({ length: 200_000 }, (_, at) => `w${at}`).join(' ')
  const index = createDuplicateIndex([['1', huge]])
  expect(index.find(huge)).toEqual({ id: '1', similarity: 1 })
  expect(index.find('constructor __proto__ toString hasOwnProperty valueOf')).toBeUndefined()
})

function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

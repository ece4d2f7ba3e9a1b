import { expect, test } from 'vitest'
import { createSearchIndex, type SearchIndex } from '../../src/search/search-index.js'
import { defineTool } from '../../src/tool-definition.js'
import {
  FITTING,
  HELD_OUT_FITTING,
  HELD_OUT_UNFITTING,
  MISSPELT,
  UNFITTING,
} from '../fixtures/queries.js'
import { makeWorkplace } from '../fixtures/workplace.js'

const tools = makeWorkplace({ plain: true })
const fitting = [...FITTING, ...MISSPELT, ...HELD_OUT_FITTING]
const unfitting = [...UNFITTING, ...HELD_OUT_UNFITTING]
const east = defineTool({ name: 'east', description: 'x' })
const north = defineTool({ name: 'north', description: 'x' })

test('a query with a vector finds what it did without, where the tools have none', () => {
  expect(listMissed(createSearchIndex(tools))).toEqual([])
})

test('an embedding that tells nothing apart takes nothing away, and finds nothing', () => {
  const index = createSearchIndex(tools)
  const plain = createSearchIndex(tools)
  for (const { id } of tools) index.setVector(id, [0.3, 0.3, 0.3])
  expect(listMissed(index, [0.31, 0.3, 0.29])).toEqual([])
  for (const query of unfitting) {
    expect(index.search(query, { vector: [0.31, 0.3, 0.29] }).kind).toBe(plain.search(query).kind)
  }
})

test('an embedding that puts all texts near each other makes hardly any nonsense fit', () => {
  const plain = createSearchIndex(tools)
  const nonsense = unfitting.filter((query) => plain.search(query).kind === 'none')
  const wrong = [1, 2, 3, 4, 5].flatMap((salt) => {
    const index = createSearchIndex(tools)
    for (const { id, description } of tools) index.setVector(id, crowded(description, salt))
    return nonsense.filter(
      (query) => index.search(query, { vector: crowded(query, salt) }).kind === 'found',
    )
  })
  expect(wrong.length).toBeLessThanOrEqual(5 * nonsense.length * 0.05)
})

test('in such an embedding a tool that is nearer than the others is found', () => {
  const index = createSearchIndex(tools)
  for (const { id, description } of tools) index.setVector(id, crowded(description))
  const [tool] = tools
  const near = crowded(tool?.description ?? '').map((part, at) => part + 0.03 * Math.sin(at))
  expect(index.search('qwertz', { vector: near })).toMatchObject({
    kind: 'found',
    hits: [{ tool: { id: tool?.id } }],
  })
})

test('meaning alone makes half a score, whatever the lengths of the vectors', () => {
  const index = createSearchIndex([east, north])
  index.setVector(east.id, [1_000, 0])
  index.setVector(north.id, [0, 0.001])
  for (const vector of [
    [7, 0],
    [1e-30, 0],
    [1e200, 0],
  ]) {
    const result = index.search('qwertz', { vector })
    expect(result).toMatchObject({ kind: 'found', hits: [{ tool: { id: east.id } }] })
    expect(scoreOf(index, vector)).toBeCloseTo(0.5, 6)
  }
  expect(scoreOf(index, [1, 1])).toBeLessThan(0.01)
})

test('words that are found keep their score, and meaning lifts it by half the way', () => {
  const index = createSearchIndex([east, north])
  const words = scoreOf(index, undefined, 'east qwertz')
  index.setVector(east.id, [0, 1])
  index.setVector(north.id, [1, 0])
  expect(scoreOf(index, [1, 0], 'east qwertz')).toBe(words)
  expect(scoreOf(index, [0, 1], 'east qwertz')).toBeCloseTo((words + 1) / 2, 6)
})

test('the vector of a tool that was removed is gone', () => {
  const index = createSearchIndex([east, north])
  index.setVector(east.id, [1, 0])
  index.setVector(north.id, [0, 1])
  index.remove(east.id)
  expect(index.search('qwertz', { vector: [1, 0] })).toMatchObject({ kind: 'none' })
  index.add(east)
  expect(index.search('qwertz', { vector: [1, 0] })).toMatchObject({ kind: 'none' })
  index.setVector(east.id, [1, 0])
  index.add(east)
  expect(index.search('qwertz', { vector: [1, 0] })).toMatchObject({ kind: 'none' })
})

test('tools keep their vectors when others go', () => {
  const index = createSearchIndex([...tools, east, north])
  index.setVector(east.id, [1, 0])
  index.setVector(north.id, [0, 1])
  for (const { id } of tools) index.remove(id)
  expect(index.search('qwertz', { vector: [0, 1] })).toMatchObject({
    kind: 'found',
    hits: [{ tool: { id: north.id } }],
  })
})

test('vectors of different lengths are not compared', () => {
  const index = createSearchIndex([east, north])
  index.setVector(east.id, [1, 0, 0])
  index.setVector(north.id, [0, 1])
  expect(index.search('qwertz', { vector: [1, 0] })).toMatchObject({ kind: 'none' })
  expect(index.search('qwertz', { vector: [] })).toMatchObject({ kind: 'none' })
  expect(index.search('east', { vector: [1, 0] })).toMatchObject({ kind: 'found' })
})

test('a vector that is none is refused', () => {
  const index = createSearchIndex([east, north])
  index.setVector(north.id, [0, 1])
  expect(() => index.search('east', { vector: [0, Number.NaN] })).toThrow(
    'the vector of a query must be finite numbers, and number 1 is NaN',
  )
  expect(() => index.setVector(east.id, [Number.POSITIVE_INFINITY, 0])).toThrow(
    'the vector of default:east must be finite numbers, and number 0 is Infinity',
  )
  expect(scoreOf(index, [0, 0], 'east')).toBe(scoreOf(index, undefined, 'east'))
})

function listMissed(index: SearchIndex, vector: readonly number[] = [1, 0, 0]): string[] {
  return fitting
    .filter(([query, id]) => {
      const result = index.search(query, { vector })
      return result.kind === 'none' || !result.hits.some(({ tool }) => tool.id === `${id}@1.0.0`)
    })
    .map(([query]) => query)
}

function scoreOf(index: SearchIndex, vector: readonly number[] | undefined, query = 'qwertz') {
  const result = index.search(query, { threshold: 0, ...(vector ? { vector } : {}) })
  return result.kind === 'found' ? (result.hits[0]?.score ?? 0) : 0
}

/** Any two texts are about 0.8 near: one large part in common, and a small one by the letters. */
function crowded(text: string, salt = 7): number[] {
  let seed = salt
  for (const char of text) seed = (seed * 31 + char.charCodeAt(0)) % 2_147_483_647
  return Array.from({ length: 20 }, () => {
    seed = (seed * 48_271) % 2_147_483_647
    return 1 + (seed / 2_147_483_647 - 0.5) * 1.73
  })
}

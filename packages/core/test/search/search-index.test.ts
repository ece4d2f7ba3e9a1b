import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hasRisk } from '../../src/query-predicates.js'
import { createRegistry } from '../../src/registry/create-registry.js'
import { embedTools, searchByMeaning } from '../../src/search/embed.js'
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

const tools = makeWorkplace()
const workplace = createSearchIndex(tools)

test('what is asked for is among the first five', () => {
  expect(missed(FITTING)).toEqual([])
  expect(missed(MISSPELT)).toEqual([])
})

test('what was never tuned on is found too', () => {
  expect(missed(HELD_OUT_FITTING)).toEqual([])
})

test('where no tool fits, none is given', () => {
  expect(UNFITTING.filter((query) => workplace.search(query).kind === 'found')).toEqual([])
})

test('of queries never tuned on, nearly all that fit nothing get nothing', () => {
  const wrong = HELD_OUT_UNFITTING.filter((query) => workplace.search(query).kind === 'found')
  expect(wrong.length).toBeLessThanOrEqual(3)
})

test('the answer "none" says what came nearest', () => {
  expect(workplace.search('qwertz')).toEqual({
    kind: 'none',
    reason: 'no tool shares a word with the query',
  })
  expect(workplace.search('book a hotel in Lisbon')).toMatchObject({
    kind: 'none',
    reason: 'no tool fits; the nearest is tasks:log_time@1.0.0',
    nearest: { tool: { id: 'tasks:log_time@1.0.0' } },
  })
})

test('a hit explains itself', () => {
  const [hit] = hitsOf(workplace, 'refnud paymnets cust')
  expect(hit?.tool.id).toBe('payments:refund_payment@1.0.0')
  expect(hit?.why).toEqual(
    expect.arrayContaining([
      { asked: 'refnud', found: 'refund', field: 'name', how: 'typo' },
      { asked: 'paymnet', found: 'payment', field: 'name', how: 'typo' },
      { asked: 'cust', found: 'customer', field: 'description', how: 'prefix' },
    ]),
  )
})

test('a hit carries its schema and its cost', () => {
  const [hit] = hitsOf(workplace, 'send email')
  expect(hit?.serialized.input).toHaveProperty('properties.subject')
  expect(hit?.tokens).toBeGreaterThan(40)
})

test('hits come best first, at most as many as asked for', () => {
  const hits = hitsOf(workplace, 'list', { limit: 20 })
  const scores = hits.map(({ score }) => score)
  expect(scores).toEqual(scores.toSorted((a, b) => b - a))
  expect(hits.length).toBeGreaterThan(5)
  expect(hitsOf(workplace, 'list', { limit: 2 }).map(({ tool }) => tool)).toEqual(
    hits.slice(0, 2).map(({ tool }) => tool),
  )
})

test('a filter keeps tools out', () => {
  const hits = hitsOf(workplace, 'message', { filter: hasRisk({ effects: 'read' }), limit: 20 })
  expect(hits.length).toBeGreaterThan(2)
  expect(hits.every(({ tool }) => tool.risk.effects === 'read')).toBe(true)
})

test('names in camelCase and snake_case, plurals and verb forms meet', () => {
  const index = createSearchIndex([
    defineTool({ name: 'scheduleTweets', description: 'Later.' }),
    defineTool({ name: 'HTTPServer_restart', description: 'Again.' }),
  ])
  expect(idsOf(index, 'scheduling a tweet')).toEqual(['default:scheduleTweets'])
  expect(idsOf(index, 'http servers')).toEqual(['default:HTTPServer_restart'])
})

test.each([
  ['größe ändern', 'Ändert die Größe eines Bildes.'],
  ['GROSSE ANDERN', 'Ändert die Große eines Bildes.'],
  ['отправить письмо', 'Отправить письмо получателю.'],
  ['天気予報', '指定した都市の天気予報を返します。'],
  ['إرسال رسالة', 'إرسال رسالة إلى شخص.'],
])('%s is found in its own script', (query, description) => {
  const index = createSearchIndex([...tools, defineTool({ name: 'target', description })])
  expect(idsOf(index, query)[0]).toBe('default:target')
})

test('parameter names and examples are searched', () => {
  const index = createSearchIndex([
    ...tools,
    defineTool({
      name: 'zap',
      description: 'Does it.',
      input: z.object({ frobnicator: z.string() }),
      examples: ['make the gizmo wobble'],
    }),
  ])
  expect(idsOf(index, 'frobnicator')).toEqual(['default:zap'])
  expect(idsOf(index, 'wobble the gizmo')).toEqual(['default:zap'])
})

test('a tool whose schema cannot be described is found by its words', () => {
  const index = createSearchIndex([
    defineTool({ name: 'odd', description: 'Peculiar.', input: z.object({ s: z.symbol() }) }),
  ])
  expect(idsOf(index, 'peculiar')).toEqual(['default:odd'])
})

test('meaning finds what shares no word', async () => {
  const embed = async (texts: readonly string[]) =>
    texts.map((text) => [
      /weather|umbrella/i.test(text) ? 1 : 0,
      /money|pay/i.test(text) ? 1 : 0,
      0.1,
    ])
  const index = createSearchIndex(tools)
  const weather = defineTool({ name: 'weather', description: 'The weather in a city.' })
  index.add(weather)
  await embedTools(index, [...tools, weather], embed)

  expect(index.search('do I need an umbrella')).toMatchObject({ kind: 'none' })
  const result = await searchByMeaning(index, 'do I need an umbrella', embed)
  expect(result).toMatchObject({ kind: 'found' })
  expect(result.kind === 'found' && result.hits[0]?.tool.id).toBe('default:weather')
})

test('an embedding that gives too few vectors is refused', async () => {
  await expect(embedTools(createSearchIndex(tools), tools, async () => [])).rejects.toThrow(
    '0 vectors for 108 tools',
  )
})

test('after any additions and removals an index answers as a new one would', () => {
  const some = tools.slice(0, 30)
  const step = fc.record({ at: fc.nat({ max: some.length - 1 }), add: fc.boolean() })
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 40 }),
      fc.constantFrom(...FITTING.map(([query]) => query)),
      (steps, query) => {
        const grown = createSearchIndex()
        const held = new Map<string, (typeof some)[number]>()
        for (const { at, add } of steps) {
          const tool = some[at]
          if (!tool) continue
          // Asking in between makes the index work its numbers out, and have to do so again.
          grown.search(query)
          if (add) {
            grown.add(tool)
            held.delete(tool.id)
            held.set(tool.id, tool)
          } else {
            grown.remove(tool.id)
            held.delete(tool.id)
          }
        }
        const fresh = createSearchIndex([...held.values()])
        expect(scored(grown, query)).toEqual(scored(fresh, query))
      },
    ),
    { numRuns: 300, seed: 42 },
  )
})

test('a registry is searched as it stands', () => {
  const registry = createRegistry()
  for (const tool of tools) registry.register(tool)
  expect(registry.search('refund the customer')).toMatchObject({ kind: 'found' })
  const before = registry.snapshot()
  registry.unregister('payments:refund_payment@1.0.0')
  registry.register(defineTool({ identity: 'x:moonwalk', description: 'Moonwalk.' }))

  const found = registry.search('refund the customer')
  expect(
    found.kind === 'found' &&
      found.hits.some(({ tool }) => tool.identity.name === 'refund_payment'),
  ).toBe(false)
  expect(registry.search('moonwalk')).toMatchObject({ kind: 'found' })
  expect(before.search('moonwalk')).toMatchObject({ kind: 'none' })
  expect(before.search('refund the customer')).toMatchObject({ kind: 'found' })
})

test('no query breaks it', () => {
  fc.assert(
    fc.property(fc.string({ unit: 'binary', maxLength: 60 }), (query) => {
      const { kind } = workplace.search(query)
      return kind === 'found' || kind === 'none'
    }),
    { numRuns: 2_000, seed: 42 },
  )
  expect(workplace.search('x'.repeat(1_000_000)).kind).toBe('none')
  expect(createSearchIndex().search('anything')).toMatchObject({ kind: 'none' })
})

function missed(queries: ReadonlyArray<readonly [string, string]>): string[] {
  return queries
    .filter(([query, id]) => !idsOf(workplace, query).includes(`${id}@1.0.0`))
    .map(([query]) => query)
}

function hitsOf(index: SearchIndex, query: string, options = {}) {
  const result = index.search(query, options)
  return result.kind === 'found' ? result.hits : []
}

function idsOf(index: SearchIndex, query: string): string[] {
  return hitsOf(index, query).map(({ tool }) => tool.id)
}

function scored(index: SearchIndex, query: string): string[] {
  return hitsOf(index, query, { threshold: 0, limit: 50 })
    .map(({ tool, score }) => `${tool.id} ${score.toFixed(9)}`)
    .toSorted()
}

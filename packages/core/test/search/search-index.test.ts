import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { hasRisk } from '../../src/query-predicates.js'
import { createRegistry } from '../../src/registry/create-registry.js'
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

test.each([
  ['namespace', { namespace: 'zebra' }],
  ['title', { title: 'Zebra' }],
  ['tags', { tags: ['zebra'] }],
] as const)('the %s is searched', (field, part) => {
  const index = createSearchIndex([
    ...tools,
    defineTool({ name: 'target', description: 'Does it.', ...part }),
  ])
  const [hit] = hitsOf(index, 'zebra')
  expect(hit?.tool.identity.name).toBe('target')
  expect(hit?.why).toEqual([{ asked: 'zebra', found: 'zebra', field, how: 'exact' }])
})

test.each([
  ['youtube', 'Upload a video to YouTube.'],
  ['YouTube', 'Upload a video to youtube.'],
  ['YouTube', 'Upload a video to YouTube.'],
  ['YuoTube', 'Upload a video to YouTube.'],
  ['github', 'Star it on GitHub.'],
  ['paypal', 'Pays by PayPal.'],
  ['url', 'Shorten URLs.'],
  ['apis', 'Tries an API.'],
  ['scheduleTweets', 'Schedules a tweet.'],
  ['gmail', 'Gmailでメール送信'],
  ['メール', 'Gmailでメール送信'],
  ['税', '税金を計算します。'],
  ['税金', '税金を計算します。'],
])('%s finds "%s"', (query, description) => {
  const others = tools.filter(({ identity }) => identity.namespace !== 'github')
  const index = createSearchIndex([...others, defineTool({ name: 'target', description })])
  expect(idsOf(index, query)[0]).toBe('default:target')
})

test('that a name has humps does not change what its parts score', () => {
  const score = (name: string) =>
    hitsOf(createSearchIndex([...tools, defineTool({ name, description: 'x' })]), 'zebra walk')
      .filter(({ tool }) => tool.identity.name === name)
      .map((hit) => hit.score)
  expect(score('walkTheZebra')).toEqual(score('walk_the_zebra'))
})

test('what one would like is not what is liked', () => {
  const index = createSearchIndex([
    ...tools,
    defineTool({ name: 'target', description: 'Shows liked pictures.' }),
  ])
  expect(idsOf(index, 'I would like to send an email')[0]).toBe('mail:send_email@1.0.0')
  expect(idsOf(index, 'I’d like to send an email')).not.toContain('default:target')
  expect(idsOf(index, 'pictures I like')[0]).toBe('default:target')
})

test('a filter that throws leaves nothing behind', () => {
  const index = createSearchIndex(tools)
  const fail = () => {
    throw new Error('no')
  }
  expect(() => index.search('send an email', { filter: fail })).toThrow('no')
  expect(scored(index, 'refund')).toEqual(scored(workplace, 'refund'))
})

test('a filter may itself search', () => {
  const index = createSearchIndex(tools)
  const within: string[][] = []
  const ids = hitsOf(index, 'send an email', {
    filter: () => within.push(idsOf(index, 'refund')) > 0,
  }).map(({ tool }) => tool.id)
  expect(ids).toEqual(idsOf(workplace, 'send an email'))
  expect(within[0]).toEqual(idsOf(workplace, 'refund'))
})

test('a filter may change the index', () => {
  const index = createSearchIndex(tools)
  const ids = hitsOf(index, 'list', {
    limit: 20,
    filter: () => {
      for (const { id } of tools.slice(0, 80)) index.remove(id)
      return true
    },
  }).map(({ tool }) => tool.id)
  expect(ids).toEqual(hitsOf(workplace, 'list', { limit: 20 }).map(({ tool }) => tool.id))
})

test('a filter is asked about no more tools than it takes', () => {
  let times = 0
  const hits = hitsOf(workplace, 'list', { limit: 3, filter: () => (times += 1) % 2 === 0 })
  expect(hits.map(({ tool }) => tool.id)).toEqual(
    hitsOf(workplace, 'list', { limit: 6 })
      .filter((_, at) => at % 2 === 1)
      .map(({ tool }) => tool.id),
  )
  expect(times).toBe(6)
})

test.each([0, -1, 0.5, Number.NaN])('a limit of %d lets no tool through', (limit) => {
  expect(workplace.search('send an email', { limit })).toMatchObject({ kind: 'none' })
})

test('without a limit in sight all that fit are given', () => {
  const all = hitsOf(workplace, 'list', { limit: Number.POSITIVE_INFINITY })
  expect(all.length).toBeGreaterThan(10)
  expect(all.slice(0, 10)).toEqual(hitsOf(workplace, 'list', { limit: 10 }))
})

test('tools that fit alike come by id, however they were registered', () => {
  const alike = ['d', 'b', 'a', 'e', 'c'].map((name) =>
    defineTool({ name, description: 'Feeds the parrot.' }),
  )
  for (const [limit, filter] of [
    [3, undefined],
    [3, () => true],
    [500, undefined],
  ] as const) {
    const options = filter ? { limit, filter } : { limit }
    for (const order of [alike, alike.toReversed()]) {
      const names = hitsOf(createSearchIndex(order), 'parrot', options).map(
        ({ tool }) => tool.identity.name,
      )
      expect(names).toEqual(['a', 'b', 'c', 'd', 'e'].slice(0, limit))
    }
  }
})

test('of many words that a beginning may mean the nearest are taken, in whatever order they came', () => {
  const words = 'reporters reportable reportage reportedly reportorial reportative reports'.split(
    ' ',
  )
  const some = words.map((word) => defineTool({ name: `${word}_it`, description: 'x' }))
  for (const order of [some, some.toReversed()]) {
    const names = hitsOf(createSearchIndex(order), 'repor', { limit: 20 }).map(
      ({ tool }) => tool.identity.name,
    )
    expect(names).toHaveLength(6)
    expect(names).toContain('reports_it')
  }
})

test('a filter that lets all through changes nothing', () => {
  for (const [query] of [...FITTING, ...MISSPELT]) {
    for (const asked of [query, beginnings(query)]) {
      const free = hitsOf(workplace, asked).map(({ tool, score }) => [tool.id, score])
      const filtered = hitsOf(workplace, asked, { filter: () => true })
      expect(filtered.map(({ tool, score }) => [tool.id, score])).toEqual(free)
    }
  }
})

test('after any additions and removals an index answers as a new one would', () => {
  const some = tools.slice(0, 30)
  const step = fc.record({ at: fc.nat({ max: some.length - 1 }), add: fc.boolean() })
  const asked = [...FITTING, ...MISSPELT].map(([query]) => query)
  const begun = asked.map(beginnings)
  fc.assert(
    fc.property(
      fc.array(step, { maxLength: 150, size: 'max' }),
      fc.constantFrom(...asked, ...begun),
      (steps, query) => {
        const grown = createSearchIndex()
        const held = new Map<string, (typeof some)[number]>()
        for (const { at, add } of steps) {
          const tool = some[at]
          if (!tool) continue
          // Asking in between makes the index work its numbers out, and have to do so again.
          if (at % 4 === 0) grown.search(query)
          if (add) {
            grown.add(tool)
            held.set(tool.id, tool)
          } else {
            grown.remove(tool.id)
            held.delete(tool.id)
          }
        }
        const fresh = createSearchIndex([...held.values()].toReversed())
        expect(scored(grown, query)).toEqual(scored(fresh, query))
      },
    ),
    { numRuns: 400, seed: 42 },
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

/** The first four letters of each word. */
function beginnings(query: string): string {
  return query.replaceAll(/(\p{L}{4})\p{L}+/gu, '$1')
}

function scored(index: SearchIndex, query: string): string[] {
  return hitsOf(index, query, { threshold: 0, limit: 50 }).map(
    ({ tool, score }) => `${tool.id} ${score.toFixed(9)}`,
  )
}

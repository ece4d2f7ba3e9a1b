import { createSearchIndex } from '@armorer/core'
import { loadPeer, type Benchmark, type Peer } from '../benchmark.js'
import { createPlainBm25 } from '../fixtures/plain-bm25.js'
import { makeCases, makeTools, type SearchCase } from '../fixtures/synthetic-tools.js'

type Kind = 'words' | 'sentence' | 'typo'
type Search = (query: string) => readonly string[]

const CASES = 20

export const benchmarks: Benchmark[] = [100, 10_000].flatMap((count) => {
  const tools = makeTools(count)
  const cases = makeCases(CASES, count)
  const index = createSearchIndex(tools)
  const ours: Search = (query) => {
    const result = index.search(query)
    return result.kind === 'found' ? result.hits.map(({ tool }) => tool.id) : []
  }
  const plain = createPlainBm25(tools)
  const mending = createPlainBm25(tools, { mends: true })
  const limit: Search = (query) => plain(query, 5)
  const mendingLimit: Search = (query) => mending(query, 5)
  const race = (id: string, by: { name: string; search: Search }, kinds: readonly Kind[]) =>
    ({
      kind: 'race',
      id,
      goal: 2,
      limit: { name: by.name, run: repeat(by.search, cases, kinds) },
      ours: { name: 'ours', run: repeat(ours, cases, kinds) },
      peers: peersFor(tools, cases, kinds),
    }) satisfies Benchmark
  return [
    race(`search.${count}`, { name: 'BM25 by hand', search: limit }, ['words', 'sentence']),
    race(`search.${count}.typo`, { name: 'BM25 with edits by hand', search: mendingLimit }, [
      'typo',
    ]),
    {
      kind: 'tally',
      id: `search.${count}.missed`,
      goal: missed(mendingLimit, cases),
      of: CASES * 3,
      ours: () => missed(ours, cases),
      peers: [
        { name: 'BM25 by hand', count: async () => missed(limit, cases) },
        { name: 'BM25 with edits by hand', count: async () => missed(mendingLimit, cases) },
      ],
    },
  ]
})

function repeat(search: Search, cases: readonly SearchCase[], kinds: readonly Kind[]) {
  const queries = cases.flatMap((one) => kinds.map((kind) => one[kind]))
  return (times: number) => {
    for (let time = 0; time < times; time++) search(queries[time % queries.length] ?? '')
  }
}

/** How often the tool that was meant is not among the first five. */
function missed(search: Search, cases: readonly SearchCase[]): number {
  const kinds: readonly Kind[] = ['words', 'sentence', 'typo']
  return cases.flatMap((one) =>
    kinds.filter((kind) => !search(one[kind]).slice(0, 5).includes(one.target)),
  ).length
}

interface MiniSearchModule {
  readonly default: new (options: object) => {
    addAll(documents: readonly object[]): void
    search(query: string, options: object): ReadonlyArray<{ id: string }>
  }
}

function peersFor(
  tools: ReturnType<typeof makeTools>,
  cases: readonly SearchCase[],
  kinds: readonly Kind[],
): Peer[] {
  return [
    {
      name: 'minisearch',
      async load() {
        const module = await loadPeer<MiniSearchModule>('minisearch')
        if (!module) return undefined
        const engine = new module.default({ fields: ['name', 'description', 'tags', 'parameters'] })
        engine.addAll(
          tools.map((tool) => ({
            id: tool.id,
            name: tool.identity.name.replaceAll('_', ' '),
            description: tool.description,
            tags: tool.tags.join(' '),
            parameters: Object.keys(
              ('properties' in tool.input && tool.input['properties']) || {},
            ).join(' '),
          })),
        )
        return repeat(
          (query) => engine.search(query, { fuzzy: 0.2, prefix: true }).map(({ id }) => id),
          cases,
          kinds,
        )
      },
    },
  ]
}

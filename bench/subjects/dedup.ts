import { createDuplicateIndex, similarity } from '@tuitbot/core'
import { type Benchmark } from '../benchmark.js'
import { createPlainPrefixFilter } from '../fixtures/plain-prefix-filter.js'
import { makeDrafts, makePosts } from '../fixtures/synthetic-posts.js'

type Check = (draft: string) => unknown

const THRESHOLD = 0.8
const DRAFTS = 200

export const benchmarks: Benchmark[] = [1000, 100_000].flatMap((count): Benchmark[] => {
  const world = once(() => makeWorld(count))
  return [
    {
      kind: 'race',
      id: `dedup.${count}`,
      goal: 1.5,
      limit: {
        name: 'prefix filter by hand',
        prepare: () => void world(),
        run: (times) => repeat(world().plain, world().drafts, times),
      },
      ours: {
        name: 'ours',
        prepare: () => void world(),
        run: (times) => repeat(world().find, world().drafts, times),
      },
      peers: [
        {
          name: 'sets rebuilt at each comparison',
          load: async () => {
            const { posts, drafts } = world()
            const scan: Check = (draft) =>
              posts.find((post) => similarity(draft, post) >= THRESHOLD)
            return (times) => repeat(scan, drafts, times)
          },
        },
        {
          name: 'sets kept',
          load: async () => {
            const scan = createKeptSets(world().posts)
            return (times) => repeat(scan, world().drafts, times)
          },
        },
      ],
    },
    {
      kind: 'tally',
      id: `dedup.${count}.missed`,
      goal: 0,
      of: DRAFTS,
      ours: () => {
        const { find, plain, drafts } = world()
        return drafts.filter((draft) => (find(draft) === undefined) !== plain(draft) < 0).length
      },
      peers: [],
    },
  ]
})

function makeWorld(count: number) {
  const posts = makePosts(count)
  const index = createDuplicateIndex(
    posts.map((text, at) => [String(at), text]),
    { threshold: THRESHOLD },
  )
  return {
    posts,
    drafts: makeDrafts(posts, DRAFTS),
    find: (draft: string) => index.find(draft),
    plain: createPlainPrefixFilter(posts, THRESHOLD),
  }
}

/** Goes on where it stopped: rounds are of different length, and drafts are not equally dear. */
function repeat(check: Check, drafts: readonly string[], times: number): void {
  const from = done.get(check) ?? 0
  for (let time = from; time < from + times; time++) check(drafts[time % drafts.length] ?? '')
  done.set(check, (from + times) % drafts.length)
}

const done = new WeakMap<Check, number>()

function createKeptSets(posts: readonly string[]): Check {
  const sets = posts.map((post) => new Set(post.toLowerCase().match(/[a-z0-9]+/g)))
  return (draft) => {
    const words = new Set(draft.toLowerCase().match(/[a-z0-9]+/g))
    let best = THRESHOLD
    let found: number | undefined
    for (const [index, set] of sets.entries()) {
      let shared = 0
      for (const word of words) if (set.has(word)) shared += 1
      const alike = shared / (words.size + set.size - shared)
      if (alike < best) continue
      best = alike
      found = index
    }
    return found
  }
}

function once<Value>(make: () => Value): () => Value {
  let value: Value | undefined
  return () => (value ??= make())
}

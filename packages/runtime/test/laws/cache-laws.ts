import { type CallFacts } from '../../src/context.js'
import { createContext } from '../../src/create-context.js'
import { cache } from '../../src/layers/cache.js'
import { service } from '../../src/service.js'
import { createFakeClock } from '../../src/testing/fake-clock.js'
import { randomFrom } from './random-from.js'
import { type Trial } from './runtime-laws.js'

const TTL = 50

/** What a model of a cache keeps: one answer for each asker and question, and until when. */
interface Kept {
  readonly answer: number
  readonly until: number
}

/**
 * L6: a cache gives what a plain list of answers would: only to who asked the same before, under the same labels, while it is fresh,
 * and never a failure. Returns the part of calls that it answered.
 */
export async function cacheIsAList({ runs, seed }: Trial): Promise<number> {
  const random = randomFrom(seed)
  const pick = <Item>(items: readonly Item[]): Item =>
    items[Math.floor(random() * items.length)] as Item
  const clock = { ...createFakeClock(), elapsed: () => now }
  let now = 0
  let made = 0
  let fails = false
  const stack = service(
    (_: unknown) => {
      if (fails) throw new Error('failed')
      return { made: ++made }
    },
    { effects: 'read' },
  ).layer(cache({ ttlMs: TTL, maxEntries: 10_000, clock }))

  const kept = new Map<string, Kept>()
  let hits = 0
  for (let run = 0; run < runs; run++) {
    now += random() * 3
    fails = random() < 0.2
    const facts = factsOf(pick)
    const [question, spelling] = pick(QUESTIONS)
    const key = JSON.stringify([
      facts.principal,
      facts.account,
      [...new Set(facts.labels)].toSorted(),
      question,
    ])
    const known = kept.get(key)
    const before = made
    const answer = await stack.call(spelling, createContext(facts)).catch(() => undefined)
    if (known && known.until > now) {
      hits += 1
      if (answer?.made !== known.answer || made !== before) throw new Error(`${key} was asked anew`)
    } else if (fails) {
      if (answer) throw new Error(`${key} was answered, and had failed`)
      kept.delete(key)
    } else {
      if (answer?.made !== before + 1) throw new Error(`${key} got an answer that is not its own`)
      kept.set(key, { answer: answer.made, until: now + TTL })
    }
  }
  return hits / runs
}

/** A question, and one of its spellings. */
const QUESTIONS: ReadonlyArray<readonly [string, unknown]> = [
  ['a', { a: 1, b: { c: [1, '1'] } }],
  ['a', { b: { c: [1, '1'] }, a: 1 }],
  ['b', { a: '1', b: { c: [1, '1'] } }],
  ['c', { a: 1, b: { c: ['1', 1] } }],
  ['d', { a: 1, b: {} }],
  ['e', 'text'],
]

function factsOf(pick: <Item>(items: readonly Item[]) => Item): CallFacts {
  return {
    principal: pick([
      undefined,
      { kind: 'person', id: 'ana' },
      { kind: 'agent', id: 'ana' },
      { kind: 'agent', id: 'bob' },
    ] as const),
    account: pick([undefined, 'alice', 'bob']),
    labels: pick([[], ['untrusted'], ['untrusted', 'untrusted'], ['secret', 'untrusted']]),
  }
}

import { openSqlite } from '../../src/sqlite/index.js'
import { handClock, TIMES } from '../harness/small-world.js'
import { completeInput, FAILED, sendInput, within, type Cap } from '../harness/store-inputs.js'
import { pick, randomFrom, type Trial } from './random.js'

const LONGEST_MS = 12_000
const CAPS: readonly Cap[] = [
  { dimension: 'posts', max: 5, windowMs: 1_000 },
  { dimension: 'posts', max: 24, windowMs: LONGEST_MS },
]
const HOUR = 60 * 60 * 1_000
/** As many as one database is asked for. */
const CHUNK = 5_000

interface Use {
  readonly at: number
  readonly amount: number
}

/** P17: whatever is asked for and however the clock is set, no window of a limit's length ever holds more than it lets. */
export async function noWindowHoldsMore({ runs, seed }: Trial) {
  let [kept, denied] = [0, 0]
  for (let from = 0; from < runs; from += CHUNK) {
    const uses = await liveThrough(Math.min(CHUNK, runs - from), seed + from)
    for (const cap of CAPS) checkWindows(uses.kept, cap)
    kept += uses.kept.length
    denied += uses.denied
  }
  return { kept, denied }
}

async function liveThrough(events: number, seed: number) {
  const random = randomFrom(seed)
  const clock = handClock()
  const store = openSqlite(':memory:', { clock, times: TIMES })
  const kept: Use[] = []
  let denied = 0
  let latest = clock.now()
  // Someone sets the clock, and notices after a while.
  let shift = 0
  const ask = (content: string, amount: number) =>
    store.claim(sendInput({ content }, within(CAPS, { posts: amount })))
  try {
    for (let event = 0; event < events; event++) {
      clock.advance(Math.floor(-Math.log(1 - random()) * 500))
      if (random() < 0.01) {
        const step = shift === 0 ? pick(random, [HOUR, -HOUR]) : -shift
        clock.set(clock.now() + step)
        shift += step
      }
      latest = Math.max(latest, clock.now())
      const amount = 1 + Math.floor(random() * 3)
      const claimed = await ask(`c${event}`, amount)
      if (claimed.kind !== 'dispatched') {
        denied += 1
        continue
      }
      const fails = random() < 0.2
      const end = fails ? FAILED : ({ kind: 'succeeded', value: null } as const)
      await store.complete(completeInput(claimed.lease, end))
      // What has certainly not happened is given back, so it counts in no window.
      if (!fails) kept.push({ at: claimed.at, amount })
    }
    // Nobody starves: once the clock has caught up and the longest window is over, all of it is there again.
    clock.set(latest + LONGEST_MS)
    const { kind } = await ask('last', CAPS[0]?.max ?? 0)
    if (kind !== 'dispatched') throw new Error(`after every window there is no room: ${kind}`)
  } finally {
    await store.close()
  }
  return { kept, denied }
}

/** Every window that begins with a use: the fullest ones do. */
function checkWindows(uses: readonly Use[], { max, windowMs }: Cap): void {
  let [sum, first] = [0, 0]
  for (const use of uses) {
    sum += use.amount
    for (;;) {
      const oldest = uses[first]
      if (!oldest || oldest.at > use.at - windowMs) break
      sum -= oldest.amount
      first += 1
    }
    if (sum > max) throw new Error(`${sum} of ${max} within ${windowMs} ms before ${use.at}`)
  }
}

import { type Codec } from '../../packages/core/src/run/codec.js'
import { type RunItem } from '../../packages/core/src/run/run-item.js'
import { type JsonValue } from '../../packages/core/src/json.js'
import { deform } from './random-json.js'
import { randomFrom, type Random } from './random.js'
import { type Trial } from '../../packages/core/test/laws/law.js'

/** Makes one entry of a format, as its provider would. */
export type MakeEntry = (random: Random) => JsonValue

/** What a codec reads it writes to the same bytes: at once, and after its items were kept as JSON. */
export function codecKeepsBytes(codec: Codec, makeEntry: MakeEntry) {
  return ({ runs, seed }: Trial): void => {
    for (let run = 0; run < runs; run++) {
      const random = randomFrom(seed * 1_000_003 + run)
      const wire = makeHistory(makeEntry, random)
      const bytes = JSON.stringify(wire)
      const items = codec.decode(wire)
      const { wire: back, losses } = codec.encode(items)
      const kept = JSON.parse(JSON.stringify(items)) as RunItem[]
      const again = codec.encode(kept)
      const isSame =
        JSON.stringify(back) === bytes &&
        JSON.stringify(again.wire) === bytes &&
        losses.length === 0 &&
        items.length === wire.length
      if (!isSame) {
        throw new Error(
          `${codec.format}, run ${run} of seed ${seed}:\n${bytes}\n${JSON.stringify(back)}\n${JSON.stringify(items)}`,
        )
      }
    }
  }
}

function makeHistory(makeEntry: MakeEntry, random: Random): JsonValue[] {
  const chance = random() < 0.5 ? 0 : random() * 0.5
  const entries = Array.from({ length: 1 + Math.floor(random() * 5) }, () =>
    deform(makeEntry(random), random, chance),
  )
  // Over the wire once, as a provider's answer comes.
  return JSON.parse(JSON.stringify(entries)) as JsonValue[]
}

/** Where chance comes from; the same source gives the same chances. */
export interface Chance {
  readonly random: () => number
}

/** All of them at once, in an order that chance makes, each after some turns of the loop. */
export function interleave(
  source: Chance,
  acts: ReadonlyArray<() => Promise<unknown>>,
): Promise<unknown[]> {
  const delayed = acts.map((act) => ({ act, turns: between(source, 0, 6), at: source.random() }))
  const shuffled = delayed.toSorted((one, other) => one.at - other.at)
  return Promise.all(
    shuffled.map(async ({ act, turns }) => {
      for (let turn = 0; turn < turns; turn++) await new Promise((done) => setImmediate(done))
      return act()
    }),
  )
}

/** Heads or tails. */
export function chance({ random }: Chance): boolean {
  return random() < 0.5
}

export function between({ random }: Chance, least: number, most: number): number {
  return least + Math.floor(random() * (most - least + 1))
}

export function pick<Item>({ random }: Chance, items: readonly Item[]): Item {
  const item = items[Math.floor(random() * items.length)]
  if (item === undefined) throw new RangeError('there is nothing to pick from')
  return item
}

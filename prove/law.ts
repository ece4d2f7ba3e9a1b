import { shareOf, type Proof } from './promise.js'

/** A law that throws where it does not hold, tried `runs` times. */
export function proveLaw(
  id: string,
  promise: string,
  runs: number,
  law: (trial: { runs: number; seed: number }) => void | Promise<void>,
): Proof {
  return {
    id,
    promise,
    async run({ seed, slice }) {
      const share = shareOf(runs, slice)
      // Each slice begins elsewhere, or all would try the same.
      await law({ runs: share, seed: seed + slice.index - 1 })
      return { figures: { runs: share } }
    },
  }
}

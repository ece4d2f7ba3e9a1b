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
    async run(trial) {
      const share = shareOf(runs, trial.slice)
      await law({ runs: share, seed: trial.seed })
      return { figures: { runs: share } }
    },
  }
}

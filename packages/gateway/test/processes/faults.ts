import { type Outcome } from '../../src/index.js'
import { createFleet } from '../harness/fleet.js'
import { FAR_FAULTS } from '../harness/far-side.js'
import { FLEET_TIMES } from '../harness/fleet-times.js'
import { createPlace, range, recover } from './crews.js'
import { outcomesOf } from './verdict.js'

/** P6 over the wire: in every way in which an answer can be lost the outcome is unknown, and found out later. */
export async function loseEveryAnswer({
  runs,
  lagMs = 0,
  server,
}: {
  runs: number
  lagMs?: number
  server?: string | undefined
}): Promise<number> {
  await using fleet = await createFleet(server)
  await fleet.lag(lagMs)
  const place = await createPlace(fleet)
  const trials = FAR_FAULTS.map((fault) => ({
    fault,
    texts: range(runs).map((run) => `${fault} ${run}`),
  }))
  await Promise.all(
    trials.map(async ({ fault, texts }) => {
      const worker = fleet.start({ kind: 'run', texts, fault, ...place })
      await worker.ended
      const wrong = outcomesOf(worker).find((outcome) => !isHonest(outcome))
      if (wrong) throw new Error(`${fault} was called ${JSON.stringify(wrong)}`)
      if (outcomesOf(worker).length !== runs)
        throw new Error(`${fault}: not every call was answered`)
    }),
  )
  await recover(
    fleet,
    place,
    trials.flatMap(({ texts }) => texts),
  )
  return trials.length * runs
}

/** On a machine that is busy a permit may run out before it is used: then nothing was sent, and that is said. */
function isHonest(outcome: Outcome): boolean {
  return outcome.kind === 'unknown' || (outcome.kind === 'failed' && outcome.code === 'not_sent')
}

/** What was written may be seen late, but not later than this: the second look comes after it. */
export const LONGEST_LAG_MS = FLEET_TIMES.settle

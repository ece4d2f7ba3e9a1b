import { type Limit } from '../../src/index.js'
import { createFleet } from '../harness/fleet.js'
import { MICRO_DOLLARS, POST_COSTS } from '../harness/fleet-effects.js'
import { createPlace, range } from './crews.js'
import { outcomesOf } from './verdict.js'

export interface SpendTrial {
  readonly processes: number
  /** Different calls of each process, one after the other. */
  readonly times: number
  /** How many posts the cap is worth. */
  readonly most: number
  readonly rounds: number
  readonly server?: string | undefined
}

/** P19: many processes ask for more than a cap on what is spent lets through, all at once; as many go ahead as it lets, and no more. */
export async function spendAll(trial: SpendTrial): Promise<number> {
  await using fleet = await createFleet(trial.server)
  let sent = 0
  for (const round of range(trial.rounds)) {
    const place = await createPlace(fleet)
    const crew = range(trial.processes).map((process) => {
      const texts = range(trial.times).map((time) => `${round}: ${process}/${time}`)
      return fleet.start({ kind: 'run', texts, limits: [capOf(trial.most)], ...place })
    })
    await Promise.all(crew.map(({ ended }) => ended))
    const outcomes = crew.flatMap(outcomesOf)
    const count = (await fleet.truth(place.account)).posts.length
    if (count > trial.most) throw new Error(`round ${round}: ${count} of ${trial.most}`)
    // On a machine that is busy a permit may run out before it is used; what was not sent is not spent.
    const late = outcomes.filter(({ kind }) => kind === 'failed').length
    const denied = outcomes.filter(({ kind }) => kind === 'denied').length
    if (count + late + denied !== outcomes.length || count + late < trial.most)
      throw new Error(`round ${round}: ${count} went out, ${late} too late, ${denied} denied`)
    sent += count
  }
  return sent
}

/** What so many posts cost. */
function capOf(posts: number): Limit {
  return { dimension: MICRO_DOLLARS, max: posts * POST_COSTS, per: '1d' }
}

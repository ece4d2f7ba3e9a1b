import { type Limit, type Outcome } from '../../src/index.js'
import { MICRO_DOLLARS, POST_COSTS } from '../harness/fleet-effects.js'
import { createFleet, type FleetProcess } from '../harness/fleet.js'
import { createPlace, range } from './crews.js'

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
  const { processes, times, rounds, most, server } = trial
  await using fleet = await createFleet(server)
  const place = await createPlace(fleet)
  const order = { kind: 'together', of: processes, rounds, times, ...place } as const
  const crew = range(processes).map((process) =>
    fleet.start({ ...order, name: `process ${process}`, limits: [capOf(most)] }),
  )
  await Promise.all(crew.map(({ ended }) => ended))
  let sent = 0
  for (const round of range(rounds)) {
    const kinds = crew.flatMap((one) => kindsOf(one, round))
    const { length: count } = (await fleet.truth(`${place.account}-${round}`)).posts
    if (count > most) throw new Error(`round ${round}: ${count} of ${most}`)
    const denied = kinds.filter((kind) => kind === 'denied').length
    if (kinds.length !== processes * times) throw new Error(`round ${round}: not all were answered`)
    // On a machine that is busy some find no time to be sent; nobody is told of a cap while there is room.
    if (denied > kinds.length - most)
      throw new Error(
        `round ${round}: ${count} went out, and ${denied} were told that it is enough`,
      )
    sent += count
  }
  return sent
}

/** What a process was told in a round. */
function kindsOf({ lines }: FleetProcess, round: number): ReadonlyArray<Outcome['kind']> {
  const said = lines.find((line) => Reflect.get(Object(line), 'round') === round)
  return said ? Reflect.get(Object(said), 'kinds') : []
}

/** What so many posts cost. */
function capOf(posts: number): Limit {
  return { dimension: MICRO_DOLLARS, max: posts * POST_COSTS, per: '1d' }
}

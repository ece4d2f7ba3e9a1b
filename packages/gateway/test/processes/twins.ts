import { createFleet, type FleetProcess } from '../harness/fleet.js'
import { type Order } from '../harness/fleet-orders.js'
import { createPlace, range } from './crews.js'
import { expectOnce } from './verdict.js'

export interface TwinTrial {
  readonly processes: number
  /** Identical calls of each process, all at once. */
  readonly times: number
  readonly rounds: number
  readonly memory?: Order['memory']
  readonly server?: string | undefined
}

/** Processes need a moment to start, and each round a moment to end. */
const START_MS = 1_500
const ROUND_MS = 700

/** P3: many processes ask for the same many times at the same moment; one sends, and all hear of the same post. */
export async function askForTheSame({
  processes,
  times,
  rounds,
  memory,
  server,
}: TwinTrial): Promise<number> {
  await using fleet = await createFleet(server)
  const place = await createPlace(fleet, memory)
  const start = Date.now() + START_MS
  const plan = range(rounds).map((round) => ({
    text: `round ${round}`,
    at: start + round * ROUND_MS,
  }))
  const crew = range(processes).map(() =>
    fleet.start({ kind: 'rounds', times, rounds: plan, ...place }),
  )
  await Promise.all(crew.map(({ ended }) => ended))
  for (const { text } of plan) {
    const ids = new Set(crew.flatMap((one) => heardOf(one, text)))
    const heard = crew.flatMap((one) => heardOf(one, text)).length
    if (heard !== processes * times)
      throw new Error(`${text}: ${heard} answers of ${processes * times}`)
    if (ids.size !== 1) throw new Error(`${text}: the answers were ${[...ids].join(', ')}`)
  }
  await expectOnce(fleet, { ...place, texts: plan.map(({ text }) => text) })
  return processes * times * rounds
}

function heardOf({ lines }: FleetProcess, text: string): string[] {
  return lines.flatMap((line) => {
    // Lines of this order are rounds, and the end.
    const { text: of, ids } = line as { text?: string; ids?: string[] }
    return of === text && ids ? ids : []
  })
}

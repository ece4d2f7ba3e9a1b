import { createFleet, inParallel } from '../harness/fleet.js'
import { FAR_FAULTS } from '../harness/far-side.js'
import { FLEET_TIMES } from '../harness/fleet-times.js'
import { countPoints, createPlace, range, recover, SETTLED_MS } from './crews.js'

export interface SettlingFigures {
  readonly rows: number
  readonly tookMs: number
  /** The time to settle and two minutes, at the pace of the fleet. */
  readonly mostMs: number
}

const TWO_MINUTES = 120_000 / 50

/** P37: after kills at every point and every lost answer, how long until nothing is open any more. */
export async function settleAfterKills({
  runs,
  server,
}: {
  runs: number
  server?: string | undefined
}): Promise<SettlingFigures> {
  await using fleet = await createFleet(server)
  const place = await createPlace(fleet)
  const points = await countPoints(fleet, { kind: 'run', texts: ['first'], ...place })
  const kills = range(points).flatMap((at) =>
    range(runs).map((run) => ({ at, text: `${at}/${run}` })),
  )
  const faults = FAR_FAULTS.map((fault) => ({ fault, text: fault }))
  await inParallel([...kills, ...faults], 6, async (task) => {
    const order = { kind: 'run', texts: [task.text], ...place } as const
    const how =
      'at' in task ? { fate: { at: task.at, signal: 'SIGKILL' } as const } : { fault: task.fault }
    await fleet.start({ ...order, ...how }).ended
  })
  const started = performance.now()
  const reconciler = fleet.start({ kind: 'recover', texts: [], untilMs: SETTLED_MS, ...place })
  await reconciler.heard('settled')
  const tookMs = Math.round(performance.now() - started)
  await reconciler.ended
  const texts = [...kills, ...faults].map(({ text }) => text)
  await recover(fleet, place, ['first', ...texts])
  return { rows: texts.length, tookMs, mostMs: FLEET_TIMES.settle + TWO_MINUTES }
}

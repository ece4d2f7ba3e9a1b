import { createFleet } from '../harness/fleet.js'
import { createPlace, range, recover } from './crews.js'

/** P40: told to end under load, a process claims nothing more, finishes what is on its way, and is gone. */
export async function endUnderLoad({
  runs,
  random,
  server,
}: {
  runs: number
  random: () => number
  server?: string | undefined
}): Promise<number> {
  await using fleet = await createFleet(server)
  const place = await createPlace(fleet)
  let slowest = 0
  for (const run of range(runs)) {
    const worker = fleet.start({ kind: 'load', name: `run ${run}`, lanes: 4, ...place })
    await worker.heard('ready')
    await new Promise((resolve) => setTimeout(resolve, random() * 60))
    const started = performance.now()
    worker.kill('SIGTERM')
    const { code } = await worker.ended
    slowest = Math.max(slowest, performance.now() - started)
    if (code !== 0) throw new Error(`it ended with ${code}`)
  }
  await recover(fleet, place, [])
  return Math.round(slowest)
}

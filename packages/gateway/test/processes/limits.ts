import { createFleet } from '../harness/fleet.js'
import { createPlace, range } from './crews.js'

export interface LimitTrial {
  readonly processes: number
  /** Different calls of each process. */
  readonly calls: number
  readonly max: number
  readonly rounds: number
  readonly server?: string | undefined
}

/** P17: many processes at once get as much through as a limit lets, and never more. */
export async function fillTheLimit(trial: LimitTrial): Promise<{ calls: number; sent: number }> {
  const { processes, calls, max, rounds, server } = trial
  await using fleet = await createFleet(server)
  const place = await createPlace(fleet)
  const limits = [{ dimension: 'post.create', max, per: '1d' }]
  let total = 0
  for (const round of range(rounds)) {
    const account = `${place.account}-${round}`
    const crew = range(processes).map((index) => {
      const texts = range(calls).map((call) => `${round} ${index} ${call}`)
      return fleet.start({ kind: 'run', texts, ...place, account, limits })
    })
    await Promise.all(crew.map(({ ended }) => ended))
    const sent = (await fleet.truth(account)).posts.length
    if (sent > max) throw new Error(`round ${round}: ${sent} went out, and the limit is ${max}`)
    const full = crew
      .flatMap(({ lines }) => lines)
      .filter((line) => codeOf(line) === 'limit').length
    // On a machine that is too busy some find no time to be sent; nobody is told of a limit while there is room.
    if (full > processes * calls - max) {
      throw new Error(`round ${round}: ${sent} went out, and ${full} were told that it is enough`)
    }
    total += sent
  }
  return { calls: processes * calls * rounds, sent: total }
}

function codeOf(line: unknown): unknown {
  return Reflect.get(Object(line), 'code')
}

import { BREAKERS, rulesPolicy } from '../../src/index.js'
import { createSmallWorld, TIMES, type Behaviour } from '../harness/small-world.js'

export interface BreakerFigures {
  readonly rounds: number
  /** Of the last straw. */
  readonly tripped: number
  /** One before it. */
  readonly early: number
}

const ALLOW = rulesPolicy([{ id: 'all', action: 'allow', repeat: true }])
const ALIKE = 'the new release is out today, have a look at it when you can'

const TRIGGERS: ReadonlyArray<{ readonly behaviour: Behaviour; readonly times: number }> = [
  { behaviour: 'drop_before', times: BREAKERS.unknowns },
  { behaviour: 'not_connected', times: BREAKERS.failures },
  { behaviour: 'refuse', times: BREAKERS.refusals },
  { behaviour: 'ok', times: BREAKERS.alike },
]

/** P21: each trigger, so often; one below it trips nothing. */
export async function tripBreakers(rounds: number): Promise<BreakerFigures> {
  const figures = { rounds: rounds * TRIGGERS.length, tripped: 0, early: 0 }
  for (let round = 0; round < rounds; round++) {
    for (const { behaviour, times } of TRIGGERS) {
      await using world = createSmallWorld({ policy: ALLOW, breakers: BREAKERS })
      const { gateway, far, clock } = world
      const isPaused = async () => (await gateway.control('alice')).paused
      for (let time = 0; time < times; time++) {
        if (await isPaused()) figures.early += 1
        far.script.splice(0, Infinity, behaviour)
        const text = behaviour === 'ok' ? `${ALIKE} ${'!'.repeat(time)}` : `${round} w${time}`
        await gateway.run(world.post(text))
        clock.advance(TIMES.permit)
      }
      if (await isPaused()) figures.tripped += 1
    }
  }
  return figures
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { sqliteGround } from './attacks-ground.js'
import { ATTACKS } from './attacks-nine.js'
import { tryAttack } from './attacks-trial.js'
import { createFleet, type Fleet } from './harness/fleet.js'

/** Processes take their time to start, and more of it on a machine that is busy. */
const TIMEOUT = 120_000

let fleet: Fleet
beforeAll(async () => {
  fleet = await createFleet()
}, TIMEOUT)
afterAll(() => fleet[Symbol.asyncDispose]())

test.each(ATTACKS)(
  'what a person decided has its effect once, and nothing else has: $name, with other processes: $crew',
  { timeout: TIMEOUT },
  async (attack) => {
    const runs = attack.crew ? 6 : 25
    const tally = await tryAttack(attack, { runs, seed: 1, fleet, ground: sqliteGround })

    expect(tally.wrong).toEqual([])
    expect(tally.effects).toBe(tally.due)
  },
)

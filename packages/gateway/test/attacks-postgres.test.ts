import { afterAll, beforeAll, expect, test } from 'vitest'
import { postgresGround } from './attacks-ground.js'
import { ATTACKS } from './attacks-nine.js'
import { tryAttack } from './attacks-trial.js'
import { createFleet, type Fleet } from './harness/fleet.js'
import { startPostgres, type PostgresServer } from './harness/postgres-server.js'

const TIMEOUT = 120_000

let fleet: Fleet
let server: PostgresServer
beforeAll(async () => {
  fleet = await createFleet()
  server = await startPostgres()
}, TIMEOUT)
afterAll(async () => {
  await fleet[Symbol.asyncDispose]()
  await server[Symbol.asyncDispose]()
})

test.each(ATTACKS)(
  'on Postgres too, what a person decided has its effect once: $name, with other processes: $crew',
  { timeout: TIMEOUT },
  async (attack) => {
    const ground = postgresGround(server.url)
    const tally = await tryAttack(attack, { runs: attack.crew ? 2 : 4, seed: 1, fleet, ground })

    expect(tally.wrong).toEqual([])
    expect(tally.effects).toBe(tally.due)
  },
)

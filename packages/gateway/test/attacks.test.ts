import { afterAll, beforeAll, expect, test } from 'vitest'
import { openCrewField, openSqliteField } from './attacks-field.js'
import { ANY_ORDER, ATTACKS, CREW_ATTACKS } from './attacks-nine.js'
import { tryAttack } from './attacks-trial.js'
import { createFleet, type Fleet } from './harness/fleet.js'

let fleet: Fleet
beforeAll(async () => {
  fleet = await createFleet()
})
afterAll(() => fleet[Symbol.asyncDispose]())

test.each(Object.entries(ATTACKS))(
  'an approval that is attacked has the effect that was due: %s',
  async (name, attack) => {
    const open = () => openSqliteField(fleet.far)
    const { due, effects, wrong } = await tryAttack(name, attack, {
      runs: 25,
      seed: 1,
      fleet,
      open,
    })

    expect(wrong).toEqual([])
    expect(effects).toBe(due)
  },
)

test.each(Object.entries(CREW_ATTACKS))(
  'an approval that several processes are at has the effect that was due: %s',
  { timeout: 120_000 },
  async (name, attack) => {
    const open = () => openCrewField(fleet.far)
    const { due, effects, wrong } = await tryAttack(name, attack, { runs: 8, seed: 1, fleet, open })

    expect(wrong).toEqual([])
    expect(effects).toBe(due)
  },
)

test('whatever happens to an approval, and in whatever order, what was approved leaves once', async () => {
  const open = () => openSqliteField(fleet.far)
  const { due, wrong } = await tryAttack('any order', ANY_ORDER, {
    runs: 60,
    seed: 1,
    fleet,
    open,
  })

  expect(wrong).toEqual([])
  expect(due).toBeGreaterThan(10)
})

import { expect, test } from 'vitest'
import { FAULTS } from '../harness/faulty-driver.js'
import { faultySqlite, SCENARIOS, storageFaultsLetNothingOut } from '../laws/storage-laws.js'

for (const scenario of SCENARIOS) {
  test(`whichever call of the database fails, nothing is let out: ${scenario}`, async () => {
    const faults = scenario === 'direct' ? FAULTS : (['error', 'lost'] as const)
    const sweep = await storageFaultsLetNothingOut(faultySqlite, {
      scenarios: [scenario],
      faults,
      lasting: [scenario === 'prepared'],
    })

    expect(sweep.points).toBeGreaterThan(15)
    expect(sweep.trials).toBeGreaterThan(sweep.points)
  })
}

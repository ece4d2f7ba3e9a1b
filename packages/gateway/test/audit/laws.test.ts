import { expect, test } from 'vitest'
import { changedBytesAreFound, tamperingsAreFound } from '../laws/audit-laws.js'
import { everyWriteIsOnRecord } from '../laws/complete-record.js'
import { erasingKeepsTheChain } from '../laws/erasure-laws.js'
import { honestRowsRaiseNoAlarm } from '../laws/honest-record.js'
import { TAMPERINGS } from '../laws/tamperings.js'

test('whatever is done to the record is found with the last signed head', async () => {
  const found = await tamperingsAreFound({ runs: 500, seed: 1 })

  expect(Object.keys(found).toSorted()).toEqual(Object.keys(TAMPERINGS).toSorted())
})

test('whatever reached the far side was dispatched and has succeeded on record', async () => {
  expect(await everyWriteIsOnRecord({ runs: 3, seed: 1 })).toBeGreaterThan(10)
})

test('whatever byte of an export is changed is found', async () => {
  await expect(changedBytesAreFound({ runs: 150, seed: 1 })).resolves.toBeUndefined()
})

test('what honest writers do raises no alarm, in the database or in an export of it', async () => {
  expect(await honestRowsRaiseNoAlarm({ rows: 2_000, seed: 1 })).toBeGreaterThanOrEqual(2_000)
})

test('what is erased is in no byte of the files, and the chain holds', async () => {
  expect(await erasingKeepsTheChain({ runs: 3, seed: 5 })).toBeGreaterThan(50)
})

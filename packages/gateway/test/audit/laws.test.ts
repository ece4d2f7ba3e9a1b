import { expect, test } from 'vitest'
import { changedBytesAreFound, tamperingsAreFound } from '../laws/audit-laws.js'
import { TAMPERINGS } from '../laws/tamperings.js'

test('whatever is done to the record is found with the last signed head', async () => {
  const found = await tamperingsAreFound({ runs: 500, seed: 1 })

  expect(Object.keys(found).toSorted()).toEqual(Object.keys(TAMPERINGS).toSorted())
})

test('whatever byte of an export is changed is found', async () => {
  await expect(changedBytesAreFound({ runs: 100, seed: 1 })).resolves.toBeUndefined()
})

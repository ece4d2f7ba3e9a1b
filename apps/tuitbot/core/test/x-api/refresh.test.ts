import { expect, test } from 'vitest'
import { aLostPairAsksForALogin, oneProcessRenews } from '../laws/refresh-laws.js'

test('processes that meet an ended token together renew it once', async () => {
  expect(await oneProcessRenews({ processes: 3, rounds: 5 })).toEqual({ calls: 5, revocations: 0 })
})

test('a pair that was given and lost asks for a new login', async () => {
  await expect(aLostPairAsksForALogin({ runs: 1 })).resolves.toBeUndefined()
})

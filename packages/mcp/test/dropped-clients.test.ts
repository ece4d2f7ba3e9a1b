import { expect, test } from 'vitest'
import { dropClients, MOMENTS } from './laws/dropped-clients.js'

test('a client that drops at any moment and asks again has posted once, and leaves nothing open', async () => {
  const { cut, finishedAlone, doubles, lost, open } = await dropClients({ runs: 2 * MOMENTS })

  expect({ doubles, lost, open }).toEqual({ doubles: 0, lost: 0, open: 0 })

  // Some were cut off before anything began, and some after it could no longer be stopped.
  expect(cut).toBeGreaterThan(finishedAlone)
  expect(finishedAlone).toBeGreaterThan(0)
})

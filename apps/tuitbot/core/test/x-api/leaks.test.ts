import { expect, test } from 'vitest'
import { secretsStayInTheirPlace } from '../laws/leak-laws.js'

test('no token, secret or key is in anything that is written, thrown or shown', async () => {
  const { searched, hits } = await secretsStayInTheirPlace()
  expect(hits).toEqual([])
  expect(searched).toBeGreaterThan(40)
})

import { startSimulator } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'

test('a thousand accounts and ten thousand posts are held in less than 150 MB', async () => {
  const before = process.memoryUsage().heapUsed
  await using x = await startSimulator()
  for (let index = 0; index < 1000; index++) x.addAccount({ username: `user_${index}` })
  for (let index = 0; index < 10_000; index++) {
    x.post(`user_${index % 1000}`, {
      text: `note ${index} for @alice on #lantern, see https://example.com/${index}`,
    })
  }
  expect(x.world.posts.size).toBeGreaterThanOrEqual(10_000)
  expect(process.memoryUsage().heapUsed - before).toBeLessThan(150 * 1024 * 1024)
})

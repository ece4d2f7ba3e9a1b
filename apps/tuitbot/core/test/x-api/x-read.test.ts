import { expect, test } from 'vitest'
import { openDoor, startWorld } from '../x-world.js'

test('a search finds posts with their authors', async () => {
  await using x = await startWorld()
  x.post('bob', { text: 'A sandwich like no other' })
  const { items, meta } = await openDoor(x).read.search('sandwich like', { maxResults: 10 })
  expect(items.map(({ text, author }) => [text, author?.username])).toContainEqual([
    'A sandwich like no other',
    'bob',
  ])
  expect(meta.rate.quarter).toMatchObject({ limit: 300, remaining: 299 })
})

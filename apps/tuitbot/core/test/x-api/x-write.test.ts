import { expect, test } from 'vitest'
import { toPostRequest } from '../../src/toolkit/write.js'
import { openDoor, permitted, startWorld } from '../x-world.js'

test('a post with a permit stands on X', async () => {
  await using x = await startWorld()
  const { write } = openDoor(x)
  const sent = await write.createPost(...permitted(toPostRequest({ text: 'Hello!' })))
  expect(sent).toMatchObject({ kind: 'applied', value: { text: 'Hello!' } })
  expect(x.truth.effects()).toMatchObject([{ kind: 'post.create', caller: '@alice' }])
})

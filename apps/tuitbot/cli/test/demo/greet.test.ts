import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { greet } from '../../src/demo/greet.js'

test('each start brings two new questions to alice and, once all were asked, two old ones', async () => {
  await using x = await startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z') })
  const { mentions } = x.account('alice')
  const hear = () => {
    const before = mentions.length
    greet(x)
    return mentions.slice(before).map(({ text }) => text)
  }

  const heard = [hear(), hear(), hear()]
  expect(new Set(heard.flat()).size).toBe(6)
  expect(hear()).toEqual(heard[0])
})

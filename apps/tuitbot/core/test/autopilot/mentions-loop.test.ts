import { expect, test } from 'vitest'
import { answerMentions, type MentionsPort } from '../../src/autopilot/mentions-loop.js'

test('a mention that cannot be answered keeps no other from it, and is told', async () => {
  const { port, asked } = portOf(['1', 'bad', '2', '3'])

  await expect(answerMentions(port)).rejects.toThrow('no answer to bad')
  expect(asked).toEqual(['1', 'bad', '2', '3'])
})

test('where nothing can be answered it is not tried with each', async () => {
  const { port, asked } = portOf(Array.from({ length: 50 }, () => 'bad'))

  await expect(answerMentions(port)).rejects.toThrow('no answer to bad')
  expect(asked).toHaveLength(5)
})

test('where one is held, the rest is not tried', async () => {
  const { port, asked } = portOf(['1', 'held', '2'])

  expect(await answerMentions(port)).toEqual({ fetched: 3, queued: 1, skipped: 0 })
  expect(asked).toEqual(['1', 'held'])
})

function portOf(ids: readonly string[]) {
  const asked: string[] = []
  const port: MentionsPort = {
    fetchMentions: async () => ids.length,
    listNew: async () => ids.map((id) => ({ id })),
    async answer({ id }) {
      asked.push(id)
      if (id === 'bad') throw new Error(`no answer to ${id}`)
      return id === 'held' ? 'held' : 'queued'
    },
  }
  return { port, asked }
}

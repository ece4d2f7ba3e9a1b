import { startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

const start = () => startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z') })

test('a post can be made, read and deleted', async () => {
  await using x = await start()
  const token = x.token('alice').accessToken

  const made = await ask(x, 'POST /2/tweets', { token, body: { text: 'hello world' } })
  expect(made.status).toBe(201)
  expect(made.at('data.text')).toBe('hello world')
  const id = made.textAt('data.id')

  const read = await ask(x, `GET /2/tweets/${id}?post.fields=created_at`, { token })
  expect(read.json).toEqual({
    data: {
      id,
      text: 'hello world',
      edit_history_post_ids: [id],
      created_at: '2026-09-01T09:00:00.000Z',
    },
  })

  expect((await ask(x, `DELETE /2/tweets/${id}`, { token })).json).toEqual({
    data: { deleted: true },
  })
  const gone = await ask(x, `GET /2/tweets/${id}`, { token })
  expect(gone.status).toBe(200)
  expect(gone.at('errors.0.title')).toBe('Not Found Error')
  expect(x.truth.effects().map(({ kind }) => kind)).toEqual(['post.create', 'post.delete'])
})

import { type RunningSimulator, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

async function start() {
  const x = await startSimulator({ clock: virtualClock('2026-09-01T09:00:00Z'), world: 'empty' })
  x.addAccount({ username: 'ann' })
  for (let index = 0; index < 27; index++) x.post('ann', { text: `note ${index}` })
  return x
}

async function page(x: RunningSimulator, token?: string) {
  const more = token === undefined ? '' : `&pagination_token=${token}`
  const heard = await ask(x, `GET /2/users/${x.account('ann').id}/tweets?max_results=10${more}`, {
    token: x.appToken(),
  })
  const texts = ((heard.at('data') ?? []) as Array<{ text: string }>).map(({ text }) =>
    Number(text.split(' ')[1]),
  )
  return {
    texts,
    next: heard.textAt('meta.next_token') || undefined,
    previous: heard.textAt('meta.previous_token') || undefined,
    heard,
  }
}

const range = (from: number, to: number) =>
  Array.from({ length: from - to + 1 }, (_, index) => from - index)

test('pages follow one another without gap or repetition, forth and back', async () => {
  await using x = await start()
  const first = await page(x)
  const second = await page(x, first.next)
  const third = await page(x, second.next)
  expect([first, second, third].map(({ texts }) => texts)).toEqual([
    range(26, 17),
    range(16, 7),
    range(6, 0),
  ])
  expect(first.previous).toBeUndefined()
  expect(third.next).toBeUndefined()
  expect((await page(x, third.previous)).texts).toEqual(second.texts)
  expect((await page(x, second.previous)).texts).toEqual(first.texts)
})

test('what is posted or deleted meanwhile moves no page', async () => {
  await using x = await start()
  const first = await page(x)
  x.post('ann', { text: 'note 27' })
  expect((await page(x, first.next)).texts).toEqual(range(16, 7))
  const last = x.account('ann').posts.find((post) => post.text === 'note 20')
  if (last) last.deletedAt = 0
  expect((await page(x, first.next)).texts).toEqual(range(16, 7))
})

test('a page goes on behind the last post of the one before, also where that post is gone', async () => {
  await using x = await start()
  const first = await page(x)
  const second = await page(x, first.next)
  for (const text of ['note 17', 'note 16']) {
    const gone = x.account('ann').posts.find((post) => post.text === text)
    if (gone) gone.deletedAt = 0
  }
  expect((await page(x, first.next)).texts).toEqual(range(15, 6))
  expect((await page(x, second.previous)).texts).toEqual([...range(26, 18)])
})

test('a post with an earlier time stands where that time puts it', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await startSimulator({ clock, world: 'empty' })
  x.addAccount({ username: 'ann' })
  const note = (minutes: number) =>
    x.post('ann', { text: `note ${minutes}`, createdAt: clock.now() + minutes * 60_000 })
  const posts = [note(-3), note(-2), note(-1), note(-9)]
  expect((await page(x)).texts).toEqual([-1, -2, -3, -9])
  const since = `GET /2/tweets/search/recent?query=note&since_id=${posts[0]?.id}`
  expect((await ask(x, since, { token: x.appToken() })).at('meta.result_count')).toBe(2)
})

test('the meta says how many there are and between which ids', async () => {
  await using x = await start()
  const { heard } = await page(x)
  const ids = (heard.at('data') as Array<{ id: string }>).map(({ id }) => id)
  expect(heard.at('meta')).toMatchObject({
    result_count: 10,
    newest_id: ids[0],
    oldest_id: ids.at(-1),
  })
})

test('since_id and until_id, start_time and end_time cut the list', async () => {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  await using x = await startSimulator({ clock, world: 'empty' })
  x.addAccount({ username: 'ann' })
  const posts = []
  for (let index = 0; index < 5; index++) {
    posts.push(x.post('ann', { text: `note ${index}` }))
    clock.advance(60_000)
  }
  const ids = async (query: string) => {
    const heard = await ask(x, `GET /2/users/${x.account('ann').id}/tweets?${query}`, {
      token: x.appToken(),
    })
    return ((heard.at('data') ?? []) as Array<{ text: string }>)
      .map(({ text }) => text.split(' ')[1])
      .join('')
  }
  expect(await ids(`since_id=${posts[2]?.id}`)).toBe('43')
  expect(await ids(`until_id=${posts[2]?.id}`)).toBe('10')
  expect(await ids('start_time=2026-09-01T09:02:00Z')).toBe('432')
  expect(await ids('end_time=2026-09-01T09:02:00Z')).toBe('10')
  expect(await ids('start_time=2026-09-01T09:01:00Z&end_time=2026-09-01T09:03:00Z')).toBe('21')
})

test('a token that was not given out is refused', async () => {
  await using x = await start()
  const { next = '' } = await page(x)
  for (const token of ['nonsense', `${next}x`, `0${next.slice(1)}`, next.slice(0, -2)]) {
    expect((await page(x, token)).heard.status).toBe(400)
  }
})

import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { serialize } from 'node:v8'
import { createSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'

const minuteMs = 60_000
const begin = Date.parse('2026-09-01T09:00:00Z')

test('a world goes on where the last one was cut off: the same people, posts and ids', () => {
  using place = tempFile()
  const first = start(place.file)
  const question = first.post('bob', { text: '@alice does it keep this? https://example.com/x' })
  // Nobody stops it: a process that is killed says nothing.

  const again = start(place.file, 60 * minuteMs)

  expect(again.account('alice').id).toBe(first.account('alice').id)
  expect(again.world.posts.get(question.id)).toEqual(question)
  const reply = again.post('alice', {
    text: 'It does.',
    replyTo: again.account('alice').mentions.at(-1) ?? question,
  })
  expect(again.world.posts.get(question.id)?.replies).toBe(1)
  expect(again.world.timeline.slice(-2).map(({ id }) => id)).toEqual([question.id, reply.id])
  const links = (x: typeof first) => [...x.world.links]
  expect(links(start(place.file))).toEqual(links(first))
})

test('what nobody looking on sees is kept at the end', () => {
  using place = tempFile()
  const first = start(place.file)
  first.account('alice').name = 'Alice M.'
  first.stop()

  expect(start(place.file).account('alice').name).toBe('Alice M.')
})

test('a world that goes on says other things after each start', () => {
  using place = tempFile()
  const hear = (laterMs: number) => {
    const clock = virtualClock(begin + laterMs)
    const x = createSimulator({ seed: 7, clock, worldFile: place.file, eventsPerMinute: 10 })
    const before = x.world.timeline.length
    clock.advance(10 * minuteMs)
    return x.world.timeline.slice(before).map(({ text }) => text)
  }

  hear(0)
  const second = hear(20 * minuteMs)
  expect(second.length).toBeGreaterThan(8)
  expect(hear(40 * minuteMs).slice(0, 8)).not.toEqual(second.slice(0, 8))
})

test('a world whose folder is deleted lives on, and puts nothing there', () => {
  using place = tempFile()
  const x = start(place.file)
  rmSync(dirname(place.file), { recursive: true })

  x.post('bob', { text: 'Still here.' })
  x.stop()

  expect(existsSync(dirname(place.file))).toBe(false)
})

test.each([
  ['is torn', Buffer.from('half a wor')],
  ['is of another version', serialize({ format: 0 })],
])('a file that %s is named and left as it is', (_, bytes) => {
  using place = tempFile()
  writeFileSync(place.file, bytes)

  expect(() => start(place.file)).toThrow(`the simulated world in ${place.file} cannot be read`)
  expect(readFileSync(place.file)).toEqual(bytes)
})

function start(worldFile: string, laterMs = 0) {
  const clock = virtualClock(begin + laterMs)
  return createSimulator({ seed: 7, clock, worldFile })
}

function tempFile(): Disposable & { readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'x-simulator-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { file: join(folder, 'world'), [Symbol.dispose]: remove }
}

import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { serialize } from 'node:v8'
import { createSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test, vi } from 'vitest'

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

test('a world that cannot be kept lives on in memory, says so once, and is kept when it can be again', () => {
  using place = tempFile()
  const said: string[] = []
  const clock = virtualClock(begin)
  const x = createSimulator({
    seed: 7,
    clock,
    worldFile: place.file,
    eventsPerMinute: 10,
    onKeepError: ({ message }) => said.push(message),
  })
  const before = x.world.timeline.length
  const full = blockWriting(place.file)

  clock.advance(10 * minuteMs)
  const post = x.post('bob', { text: 'Is this kept?' })

  expect(x.world.timeline.length).toBeGreaterThan(before + 3)
  expect(said).toEqual([
    expect.stringContaining(`the simulated world cannot be kept in ${place.file}: EISDIR`),
  ])
  full.end()
  x.stop()
  expect(said).toHaveLength(1)
  expect(start(place.file).world.posts.get(post.id)).toEqual(post)
})

test('who asks for nothing else reads on standard error that a world is not kept, in one line', () => {
  using place = tempFile()
  const write = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  try {
    const x = start(place.file)
    blockWriting(place.file)

    x.post('bob', { text: 'Once.' })
    x.stop()

    const line =
      /^x-simulator: the simulated world cannot be kept in .*: EISDIR.*; what is new is in memory only\n$/
    expect(write.mock.calls).toEqual([[expect.stringMatching(line)]])
  } finally {
    write.mockRestore()
  }
})

test('a world that cannot be kept from the beginning does not begin', () => {
  using place = tempFile()
  blockWriting(place.file)

  expect(() => start(place.file)).toThrow(
    `the simulated world cannot be kept in ${place.file}: EISDIR`,
  )
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

/** Nothing can be written there, as on a disk that is full. */
function blockWriting(file: string) {
  mkdirSync(`${file}.new`)
  return { end: () => rmdirSync(`${file}.new`) }
}

function tempFile(): Disposable & { readonly file: string } {
  const folder = mkdtempSync(join(tmpdir(), 'x-simulator-'))
  const remove = () => rmSync(folder, { recursive: true, force: true })
  return { file: join(folder, 'world'), [Symbol.dispose]: remove }
}

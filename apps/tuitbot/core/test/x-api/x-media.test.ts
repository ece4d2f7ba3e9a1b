import { createHash } from 'node:crypto'
import { stagingPermitFor } from '@armorer/gateway/testing'
import { type Fault } from '@tuitbot/x-simulator'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type MediaSpec } from '../../src/x-api/x-media.js'
import { openDoor, startWorld, type World } from '../x-world.js'

let x: World
beforeAll(async () => {
  x = await startWorld()
})
beforeEach(() => {
  x.faults.clear()
  x.time.advance(16 * 60_000)
})
afterAll(() => x.close())

const image: MediaSpec = { type: 'image/png', category: 'tweet_image' }
const video: MediaSpec = { type: 'video/mp4', category: 'tweet_video' }
const png = fileOf('\x89PNG\r\n\x1a\n', 3_000)
const mp4 = fileOf('\0\0\0\x20ftypisom', 300_000)

test('a picture is brought to X in one go', async () => {
  const staging = await openDoor(x).media.upload(stagingPermitFor(hashOf(png)), blob(png), image)
  if (staging.kind === 'failed') throw new Error(staging.message)
  const stored = x.world.media.get(staging.media.id)
  expect(stored).toMatchObject({ size: 3_000, type: 'image/png', key: staging.media.key })
  expect(staging.media.expiresAt - x.clock.now()).toBe(86_400_000)
  expect(x.truth.requests().at(-1)?.path).toBe('/2/media/upload')
})

test('a video is brought in chunks, and waited for', async () => {
  const before = x.clock.now()
  const staging = await openDoor(x).media.upload(stagingPermitFor(hashOf(mp4)), blob(mp4), video)
  if (staging.kind === 'failed') throw new Error(staging.message)
  expect(x.world.media.get(staging.media.id)).toMatchObject({ size: 300_000, type: 'video/mp4' })
  const paths = x.truth
    .requests()
    .slice(-8)
    .map(({ path }) => path.replace(/[0-9]{5,}/, 'N'))
  expect(paths).toEqual([
    '/2/media/upload/initialize',
    ...Array.from({ length: 5 }, () => '/2/media/upload/N/append'),
    '/2/media/upload/N/finalize',
    '/2/media/upload?media_id=N&command=STATUS',
  ])
  expect(x.clock.now() - before).toBe(3_000)
})

test('a file that X cannot use is told as such', async () => {
  const broken = fileOf('no video at all', 100_000)
  const permit = stagingPermitFor(hashOf(broken))
  expect(await openDoor(x).media.upload(permit, blob(broken), video)).toEqual({
    kind: 'failed',
    message: 'X could not make use of the file',
  })
})

test('what X works on for too long is given up', async () => {
  x.rules.mediaProcessingMs = 3_600_000
  const permit = stagingPermitFor(hashOf(mp4))
  const before = x.truth.requests().length
  expect(await openDoor(x).media.upload(permit, blob(mp4), video)).toEqual({
    kind: 'failed',
    message: 'X takes too long to work on the file',
  })
  const polls = x.truth
    .requests()
    .slice(before)
    .filter(({ method }) => method === 'GET')
  expect(polls).toHaveLength(10)
  x.rules.mediaProcessingMs = 3_000
})

test.each<[string, MediaSpec, Buffer]>([
  ['in one go', image, png],
  ['in chunks', video, mp4],
])('a permit for another file brings nothing to X, %s', async (_, spec, file) => {
  const before = x.truth.requests().length
  const permit = stagingPermitFor(hashOf(Buffer.from('another')))
  const staging = await openDoor(x).media.upload(permit, blob(file), spec)
  expect(staging).toMatchObject({ kind: 'failed', cause: { kind: 'not_sent' } })
  expect(x.truth.requests()).toHaveLength(before)
})

test('a permit that runs out on the way stops the upload there', async () => {
  let now = 0
  const clock = { now: () => now, elapsed: () => now }
  const permit = stagingPermitFor(hashOf(mp4), { clock, lifeMs: 100 })
  const counting: typeof fetch = (input, init) => {
    now += 40
    return fetch(input, init)
  }
  const { media } = openDoor(x, 'alice', { fetch: counting })
  const before = x.truth.requests().length
  expect(await media.upload(permit, blob(mp4), video)).toMatchObject({ kind: 'failed' })
  expect(x.truth.requests().length - before).toBe(3)
})

const faults: readonly Fault[] = [
  { kind: 'drop', when: 'before' },
  { kind: 'drop', when: 'after' },
  { kind: 'reset', when: 'after' },
  { kind: 'hang', when: 'before', ms: 5 },
  { kind: 'status', status: 503, when: 'after' },
  { kind: 'status', status: 429, when: 'before' },
  { kind: 'status', status: 400, when: 'before' },
  { kind: 'bad-body', when: 'after', body: 'truncated' },
  { kind: 'bad-body', when: 'after', body: 'wrong-shape' },
  { kind: 'late', ms: 1, answer: 503 },
]

test.each([
  ['POST', '/2/media/upload', image, png],
  ['POST', '/2/media/upload/initialize', video, mp4],
  ['POST', '/2/media/upload/*/append', video, mp4],
  ['POST', '/2/media/upload/*/finalize', video, mp4],
] as const)('a fault at %s %s is a failed upload', async (method, path, spec, file) => {
  for (const fault of faults) {
    x.faults.clear()
    x.time.advance(16 * 60_000)
    x.fault({ method, path, fault })
    const staging = await openDoor(x).media.upload(stagingPermitFor(hashOf(file)), blob(file), spec)
    expect([fault, staging.kind]).toEqual([fault, 'failed'])
  }
})

test('a look at the state that fails for good is a failed upload', async () => {
  x.fault({ method: 'GET', times: 3, fault: { kind: 'drop', when: 'before' } })
  const staging = await openDoor(x).media.upload(stagingPermitFor(hashOf(mp4)), blob(mp4), video)
  expect(staging.kind).toBe('failed')
})

test('a file that changes while it is sent is not finished', async () => {
  const changing = blob(mp4)
  let reads = 0
  const slice = changing.slice.bind(changing)
  changing.slice = (start, end) => (++reads > 2 ? blob(Buffer.alloc(10)) : slice(start, end))
  const staging = await openDoor(x).media.upload(stagingPermitFor(hashOf(mp4)), changing, video)
  expect(staging).toMatchObject({ kind: 'failed', message: 'the file changed while it was sent' })
})

test('a picture can be described', async () => {
  const { media } = openDoor(x)
  const content = hashOf(png)
  const staging = await media.upload(stagingPermitFor(content), blob(png), image)
  if (staging.kind === 'failed') throw new Error(staging.message)
  const { id } = staging.media
  const described = await media.describe(stagingPermitFor(content), {
    id,
    content,
    altText: 'A cat',
  })
  expect(described).toMatchObject({ kind: 'applied', value: { id } })
  expect(x.world.media.get(id)?.altText).toBe('A cat')
})

test('an upload needs the scope for it, and names it', async () => {
  const { tokenOf } = await import('../x-world.js')
  const tokens = tokenOf(x, 'alice', ['tweet.read', 'tweet.write', 'users.read'])
  const { media } = openDoor(x, 'alice', { tokens })
  expect(await media.upload(stagingPermitFor(hashOf(png)), blob(png), image)).toMatchObject({
    cause: { kind: 'refused', code: 'scope_insufficient' },
  })
})

function fileOf(head: string, size: number): Buffer {
  const file = Buffer.alloc(size, 7)
  file.write(head, 'latin1')
  return file
}

function blob(bytes: Buffer): Blob {
  return new Blob([new Uint8Array(bytes)])
}

function hashOf(bytes: Buffer): string {
  return createHash('sha256').update(bytes).digest('hex')
}

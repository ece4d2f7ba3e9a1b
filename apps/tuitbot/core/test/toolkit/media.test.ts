import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stagingPermitFor } from '@armorer/gateway/testing'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createMediaCache } from '../../src/storage/media-cache.js'
import {
  checkMediaSize,
  inspectMedia,
  mediaTypeOf,
  type MediaType,
  openMediaFile,
  uploadMedia,
} from '../../src/toolkit/media.js'
import { openFolder } from '../storage/storage-folder.js'
import { openDoor, startWorld, type World } from '../x-world.js'

let x: World
beforeAll(async () => {
  x = await startWorld()
})
beforeEach(() => x.faults.clear())
afterAll(() => x.close())

const heads: ReadonlyArray<readonly [MediaType, string]> = [
  ['image/png', '\x89PNG\r\n\x1a\n'],
  ['image/jpeg', '\xff\xd8\xff\xe0'],
  ['image/gif', 'GIF89a'],
  ['image/webp', 'RIFF\0\0\0\0WEBPVP8 '],
  ['video/mp4', '\0\0\0\x20ftypisom'],
]

test.each(heads)('%s is known by its first bytes', async (type, head) => {
  expect(await inspectMedia(fileOf(head, 400))).toMatchObject({ type })
})

test.each(['', '<svg', 'GIF8', '\0\0\0\x14ftypqt  ', 'RIFF\0\0\0\0WAVE', 'MZ', '%PDF-1.7'])(
  '%j is nothing that X takes, whatever it is called',
  async (head) => {
    expect(mediaTypeOf(Buffer.from(head, 'latin1'))).toBeUndefined()
    await expect(inspectMedia(fileOf(head, 100))).rejects.toMatchObject({
      failure: { code: 'unsupported_media_type' },
    })
  },
)

const mebi = 1024 * 1024
test.each<[MediaType, number]>([
  ['image/png', 5],
  ['image/jpeg', 5],
  ['image/webp', 5],
  ['image/gif', 15],
  ['video/mp4', 512],
])('%s may hold %i MiB', (type, most) => {
  expect(() => checkMediaSize(most * mebi, type)).not.toThrow()
  for (const size of [0, most * mebi + 1]) {
    expect(() => checkMediaSize(size, type)).toThrow(
      expect.objectContaining({ failure: { code: 'media_upload_error' } }),
    )
  }
})

test.each(heads)('%s is brought to X', async (_, head) => {
  await using home = await openFolder()
  const file = await inspectMedia(fileOf(head, 90_000))
  const id = await uploadMedia(deps(home), stagingPermitFor(file.content), file)
  expect(x.world.media.get(id)).toMatchObject({ size: 90_000, type: file.type })
})

test('the same file within a day is not sent again; with other words beside it, it is', async () => {
  await using home = await openFolder()
  const file = await inspectMedia(fileOf('\x89PNG\r\n\x1a\n', 500))
  const upload = (altText?: string) =>
    uploadMedia(deps(home), stagingPermitFor(file.content), file, altText)
  const first = await upload()
  const sends = x.truth.requests().length
  expect(await upload()).toBe(first)
  expect(x.truth.requests()).toHaveLength(sends)
  const described = await upload('A red cat')
  expect(described).not.toBe(first)
  expect(x.world.media.get(described)?.altText).toBe('A red cat')
  expect(await upload('A red cat')).toBe(described)
  expect(
    await uploadMedia({ ...deps(home), account: 'bob' }, stagingPermitFor(file.content), file),
  ).not.toBe(first)
  x.time.advance(24 * 3_600_000)
  expect(await upload()).not.toBe(first)
})

test.each(['/2/media/upload', '/2/media/metadata'])(
  'an upload that fails at %s is told, and not remembered',
  async (path) => {
    await using home = await openFolder()
    const file = await inspectMedia(fileOf('\x89PNG\r\n\x1a\n', 700))
    const upload = () => uploadMedia(deps(home), stagingPermitFor(file.content), file, 'A cat')
    x.fault({ method: 'POST', path, fault: { kind: 'status', status: 503, when: 'before' } })
    await expect(upload()).rejects.toMatchObject({ failure: { code: 'media_upload_error' } })
    expect(x.world.media.get(await upload())?.altText).toBe('A cat')
  },
)

test('a file of this machine is opened if it is one', async () => {
  await using home = await openFolder()
  const path = join(home.folder, 'a.png')
  writeFileSync(path, '\x89PNG\r\n\x1a\n and more', 'latin1')
  expect(await inspectMedia(await openMediaFile(path))).toMatchObject({ type: 'image/png' })
  mkdirSync(join(home.folder, 'folder'))
  for (const wrong of ['folder', 'gone.png', 'a.png\0', '']) {
    const failure = openMediaFile(wrong === '' ? '' : join(home.folder, wrong))
    await expect(failure).rejects.toMatchObject({ failure: { code: 'file_read_error' } })
  }
})

function deps(home: Awaited<ReturnType<typeof openFolder>>) {
  const { media } = openDoor(x)
  const now = () => x.clock.now()
  return { x: media, cache: createMediaCache(home.db), account: 'alice', now }
}

function fileOf(head: string, size: number): Blob {
  const file = Buffer.alloc(size)
  file.write(head, 'latin1')
  return new Blob([new Uint8Array(file)])
}

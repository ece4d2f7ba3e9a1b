import { type RunningSimulator, startSimulator, virtualClock } from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'
import { ask } from '../x-client.js'

const png = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
)
const mp4 = Buffer.concat([Buffer.from('\0\0\0\x18ftypmp42'), Buffer.alloc(3000)])

function start() {
  const clock = virtualClock('2026-09-01T09:00:00Z')
  return { clock, starting: startSimulator({ clock }) }
}

const call = (x: RunningSimulator, line: string, body?: unknown) =>
  ask(x, line, { token: x.token('alice').accessToken, ...(body !== undefined && { body }) })

async function uploadVideo(x: RunningSimulator, bytes: Buffer) {
  const begun = await call(x, 'POST /2/media/upload/initialize', {
    media_type: 'video/mp4',
    total_bytes: bytes.length,
    media_category: 'tweet_video',
  })
  const id = begun.textAt('data.id')
  for (let index = 0; index * 1000 < bytes.length; index++) {
    const form = new FormData()
    form.set('segment_index', String(index))
    form.set(
      'media',
      new Blob([Uint8Array.from(bytes.subarray(index * 1000, index * 1000 + 1000))]),
    )
    await call(x, `POST /2/media/upload/${id}/append`, form)
  }
  return { id, final: await call(x, `POST /2/media/upload/${id}/finalize`) }
}

test('an image comes as base64 or as a form, and can be posted with its alt text', async () => {
  const { starting } = start()
  await using x = await starting
  const form = new FormData()
  form.set('media_category', 'tweet_image')
  form.set('media', new Blob([Uint8Array.from(png)], { type: 'image/png' }), 'dot.png')
  const first = await call(x, 'POST /2/media/upload', form)
  const second = await call(x, 'POST /2/media/upload', {
    media: png.toString('base64'),
    media_category: 'tweet_image',
  })
  expect(first.json).toMatchObject({
    data: {
      size: png.length,
      expires_after_secs: 86_400,
      image: { w: 1, h: 1, image_type: 'image/png' },
    },
  })
  expect(first.at('data.processing_info')).toBeUndefined()

  const ids = [first, second].map((one) => one.textAt('data.id'))
  await call(x, 'POST /2/media/metadata', {
    id: ids[0],
    metadata: { alt_text: { text: 'One dot.' } },
  })
  const post = await call(x, 'POST /2/tweets', { media: { media_ids: ids } })
  const read = await call(
    x,
    `GET /2/tweets/${post.textAt('data.id')}?expansions=attachments.media_keys&media.fields=alt_text,type`,
  )
  expect(read.at('includes.media')).toEqual([
    { media_key: `3_${ids[0]}`, type: 'photo', alt_text: 'One dot.' },
    { media_key: `3_${ids[1]}`, type: 'photo' },
  ])
  expect(x.truth.effects().map(({ kind }) => kind)).toEqual([
    'media.create',
    'media.create',
    'media.describe',
    'post.create',
  ])
})

test('a video is pending, then in progress, then ready, and can be posted only then', async () => {
  const { clock, starting } = start()
  await using x = await starting
  const { id, final } = await uploadVideo(x, mp4)
  const state = async () =>
    (await call(x, `GET /2/media/upload?command=STATUS&media_id=${id}`)).at('data.processing_info')
  const post = () => call(x, 'POST /2/tweets', { text: 'clip', media: { media_ids: [id] } })

  expect(final.at('data.processing_info')).toEqual({
    state: 'pending',
    check_after_secs: 3,
    progress_percent: 0,
  })
  expect((await post()).status).toBe(400)
  clock.advance(1500)
  expect(await state()).toEqual({ state: 'in_progress', check_after_secs: 2, progress_percent: 50 })
  clock.advance(1500)
  expect(await state()).toEqual({ state: 'succeeded', progress_percent: 100 })
  expect((await post()).status).toBe(201)
})

test('what is no video fails to be processed as one', async () => {
  const { clock, starting } = start()
  await using x = await starting
  const { id } = await uploadVideo(x, Buffer.alloc(1500, 'x'))
  clock.advance(3000)
  const heard = await call(x, `GET /2/media/upload?media_id=${id}`)
  expect(heard.at('data.processing_info.state')).toBe('failed')
  expect((await call(x, 'POST /2/tweets', { text: 'a', media: { media_ids: [id] } })).status).toBe(
    400,
  )
})

test('an upload with a gap, or of another size than announced, cannot be finished', async () => {
  const { starting } = start()
  await using x = await starting
  const begun = await call(x, 'POST /2/media/upload/initialize', {
    media_type: 'video/mp4',
    total_bytes: 20,
    media_category: 'tweet_video',
  })
  const id = begun.textAt('data.id')
  const append = (segment_index: number) =>
    call(x, `POST /2/media/upload/${id}/append`, {
      segment_index,
      media: Buffer.alloc(10).toString('base64'),
    })
  await append(0)
  expect((await call(x, `POST /2/media/upload/${id}/finalize`)).status).toBe(400)
  await append(2)
  expect((await call(x, `POST /2/media/upload/${id}/finalize`)).status).toBe(400)
})

test('a chunk sent twice counts once', async () => {
  const { starting } = start()
  await using x = await starting
  const begun = await call(x, 'POST /2/media/upload/initialize', {
    media_type: 'image/png',
    total_bytes: png.length,
    media_category: 'tweet_image',
  })
  const id = begun.textAt('data.id')
  const chunk = { segment_index: 0, media: png.toString('base64') }
  await call(x, `POST /2/media/upload/${id}/append`, chunk)
  await call(x, `POST /2/media/upload/${id}/append`, chunk)
  expect((await call(x, `POST /2/media/upload/${id}/finalize`)).at('data.size')).toBe(png.length)
  expect(x.truth.effects().map(({ kind }) => kind)).toEqual([
    'media.initialize',
    'media.append',
    'media.append',
    'media.create',
  ])
})

test('media is its owner’s, for a day', async () => {
  const { clock, starting } = start()
  await using x = await starting
  const made = await call(x, 'POST /2/media/upload', {
    media: png.toString('base64'),
    media_category: 'tweet_image',
  })
  const body = { text: 'mine?', media: { media_ids: [made.textAt('data.id')] } }
  expect((await ask(x, 'POST /2/tweets', { token: x.token('bob').accessToken, body })).status).toBe(
    400,
  )
  clock.advance(24 * 60 * 60 * 1000 + 1)
  expect((await call(x, 'POST /2/tweets', body)).status).toBe(400)
})

test.each([
  ['no picture', { media: Buffer.from('hello').toString('base64'), media_category: 'tweet_image' }],
  ['no base64', { media: '***', media_category: 'tweet_image' }],
  ['an empty file', { media: '', media_category: 'tweet_image' }],
  ['no category', { media: png.toString('base64') }],
  [
    'six megabytes',
    {
      media: Buffer.concat([png, Buffer.alloc(6 * 1024 * 1024)]).toString('base64'),
      media_category: 'tweet_image',
    },
  ],
])('%s is refused as an image', async (_, body) => {
  const { starting } = start()
  await using x = await starting
  expect((await call(x, 'POST /2/media/upload', body)).status).toBe(400)
})

test('a form that breaks off is refused', async () => {
  const { starting } = start()
  await using x = await starting
  const head = '--b\r\nContent-Disposition: form-data; name="media"\r\n\r\n'
  const whole = `${head}${png.toString('latin1')}\r\n--b--`
  for (const cut of [10, head.length, whole.length - 8, whole.length - 2]) {
    const response = await fetch(`${x.url}/2/media/upload`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${x.token('alice').accessToken}`,
        'content-type': 'multipart/form-data; boundary=b',
      },
      body: Uint8Array.from(Buffer.from(whole.slice(0, cut), 'latin1')),
    })
    expect(await response.text()).toContain('The multipart body')
    expect(response.status).toBe(400)
  }
})

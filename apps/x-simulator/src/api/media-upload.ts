import { type JsonObject } from '../http/answer.js'
import { type Call, type Endpoint, getActor, param, type Reply } from '../http/endpoint.js'
import { invalidParameter, plainProblem } from '../http/problem.js'
import { array, boolean, id, integer, object, optional, readJson, text } from '../http/schema.js'
import { free } from '../limits/prices.js'
import { addMedia, finishMedia, processingState, progress, sniffType } from '../world/media.js'
import { type Media } from '../world/world.js'
import { chunkedCategory, mediaType, wholeCategory } from './media-kinds.js'
import { readUpload } from './read-upload.js'

const lifeSeconds = 86_400
const megabyte = 1024 * 1024

const common = { auth: ['user'], scopes: ['media.write'], price: free } as const

export const mediaUpload: readonly Endpoint[] = [
  {
    ...common,
    method: 'POST',
    path: '/2/media/upload',
    limits: { user: 500, appDay: 50_000 },
    run: uploadWhole,
  },
  {
    ...common,
    method: 'GET',
    path: '/2/media/upload',
    limits: { user: 1000, appDay: 100_000 },
    query: {
      media_id: { kind: 'id', required: true },
      command: { kind: 'choice', values: ['STATUS'] },
    },
    run: (call) => reply(call, getOwnMedia(call, call.query.text('media_id') ?? '')),
  },
  {
    ...common,
    method: 'POST',
    path: '/2/media/upload/initialize',
    limits: { user: 1875, appDay: 180_000 },
    run: initialize,
  },
  {
    ...common,
    method: 'POST',
    path: '/2/media/upload/:id/append',
    limits: { user: 1875, appDay: 180_000 },
    run: append,
  },
  {
    ...common,
    method: 'POST',
    path: '/2/media/upload/:id/finalize',
    limits: { user: 1875, appDay: 180_000 },
    run: finalize,
  },
]

export function getOwnMedia(call: Call, value: string): Media {
  const media = call.world.media.get(value)
  const isOwn = media?.ownerId === getActor(call).id
  if (!media || !isOwn || call.now - media.createdAt > lifeSeconds * 1000) {
    throw invalidParameter('media_id', value, 'The media id is not valid, or it has expired.')
  }
  return media
}

function uploadWhole(call: Call): Reply {
  const { fields, media: bytes } = readUpload(call)
  const shape = object({
    media_category: wholeCategory,
    additional_owners: optional(text({ max: 500 })),
  })
  const wish = shape(fields, '$')
  const type = sniffType(bytes)
  const isSubtitles = wish.media_category === 'subtitles'
  if (type === undefined && !isSubtitles) throw plainProblem(400, 'media type unrecognized.')
  checkSize(wish.media_category, bytes.length)
  const media = addMedia(call.world, getActor(call), {
    category: wish.media_category,
    type: type ?? 'text/srt',
    awaiting: undefined,
  })
  media.size = bytes.length
  complete(call, media, bytes.subarray(0, 64))
  return reply(call, media)
}

function initialize(call: Call): Reply {
  const shape = object({
    media_type: optional(mediaType),
    total_bytes: optional(integer(0, 17_179_869_184)),
    media_category: optional(chunkedCategory),
    shared: optional(boolean),
    additional_owners: optional(array(id)),
  })
  const wish = readJson(shape, call.body)
  if (wish.media_type === undefined || wish.total_bytes === undefined) {
    throw invalidParameter('media_type', '', 'media_type and total_bytes are needed.')
  }
  const chosen = wish.media_category ?? 'tweet_image'
  checkSize(chosen, wish.total_bytes)
  const media = addMedia(call.world, getActor(call), {
    category: chosen,
    type: wish.media_type,
    awaiting: wish.total_bytes,
  })
  call.effect('media.initialize', { id: media.id })
  return { body: { data: { id: media.id, media_key: media.key, expires_after_secs: lifeSeconds } } }
}

function append(call: Call): Reply {
  const media = getOpenMedia(call)
  const { fields, media: bytes } = readUpload(call)
  const index = object({ segment_index: segmentIndex })(fields, '$').segment_index
  media.segments.set(index, { size: bytes.length, head: Buffer.from(bytes.subarray(0, 64)) })
  call.effect('media.append', { id: media.id, segment: index, size: bytes.length })
  const expiresAt = Math.floor(media.createdAt / 1000) + lifeSeconds
  return { body: { data: { expires_at: expiresAt } } }
}

function finalize(call: Call): Reply {
  const media = getOpenMedia(call)
  const indexes = [...media.segments.keys()].toSorted((left, right) => left - right)
  const size = [...media.segments.values()].reduce((sum, segment) => sum + segment.size, 0)
  if (indexes.some((index, position) => index !== position) || size !== media.awaiting) {
    throw invalidParameter('id', media.id, `The segments hold ${size} of ${media.awaiting} bytes.`)
  }
  media.size = size
  complete(call, media, media.segments.get(0)?.head ?? Buffer.alloc(0))
  return reply(call, media)
}

function complete(call: Call, media: Media, head: Buffer) {
  finishMedia(media, head, { now: call.now, processingMs: call.rules.mediaProcessingMs })
  call.effect('media.create', { id: media.id, size: media.size, type: media.type })
}

function getOpenMedia(call: Call): Media {
  const media = getOwnMedia(call, param(call, 'id'))
  if (media.awaiting !== undefined) return media
  throw invalidParameter('id', media.id, 'The upload is already finished.')
}

function checkSize(chosen: string, bytes: number) {
  const isVideo = chosen.endsWith('video')
  const most = isVideo ? 512 : chosen.endsWith('gif') ? 15 : 5
  if (bytes === 0 || bytes > most * megabyte) {
    throw invalidParameter('media', String(bytes), `The file must hold 1 byte to ${most} MB.`)
  }
}

function segmentIndex(value: unknown, path: string): number {
  const given = typeof value === 'string' && /^[0-9]{1,3}$/.test(value) ? Number(value) : value
  return integer(0, 999)(given, path)
}

function reply(call: Call, media: Media): Reply {
  const state = processingState(media, call.now)
  const left = Math.ceil((media.readyAt - call.now) / 1000)
  const processing: JsonObject = {
    state,
    ...(left > 0 && { check_after_secs: left }),
    progress_percent: progress(media, call.now),
  }
  const isImage = media.type.startsWith('image/')
  const data: JsonObject = {
    id: media.id,
    media_key: media.key,
    expires_after_secs: lifeSeconds - Math.floor((call.now - media.createdAt) / 1000),
    size: media.size,
    ...(state !== 'none' && { processing_info: processing }),
    ...(isImage
      ? { image: { image_type: media.type, w: media.width, h: media.height } }
      : { video: { video_type: media.type } }),
  }
  return { body: { data } }
}

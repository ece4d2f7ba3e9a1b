import { createHash } from 'node:crypto'
import { checkStagingPermit, type StagingPermit } from '@armorer/gateway'
import { type XConnection } from './connection.js'
import { type WriteId } from './endpoints/endpoints.js'
import { isObject } from './is-object.js'
import { parseId, parseText, ShapeError } from './parse-model.js'
import { ProviderError } from './provider-error.js'
import { toWriteRequest } from './request.js'
import { type ReadMade, sendWrite } from './send-write.js'
import { type Sent } from './sent.js'
import { type XRead } from './x-read.js'

export interface MediaSpec {
  /** `image/png`, `video/mp4`, … */
  readonly type: string
  readonly category: 'tweet_image' | 'tweet_gif' | 'tweet_video'
}

/** A file that lies ready at X. */
export interface StagedMedia {
  readonly id: string
  readonly key: string
  readonly expiresAt: number
}

type Failed = { readonly kind: 'failed'; readonly message: string; readonly cause?: Sent<unknown> }

export type Staging = { readonly kind: 'ready'; readonly media: StagedMedia } | Failed

/** Brings files to X, where nobody sees them until a post shows them. */
export interface XMedia {
  /** `permit` must be for the SHA-256 of the file, in hex. */
  upload(permit: StagingPermit, file: Blob, spec: MediaSpec): Promise<Staging>
  /** Says what a picture shows. */
  describe(
    permit: StagingPermit,
    media: { readonly id: string; readonly content: string; readonly altText: string },
  ): Promise<Sent<{ readonly id: string }>>
}

export interface MediaOptions {
  readonly sleep?: (ms: number) => Promise<void>
  /** How much of a file is sent at once. 4 MiB unless given. */
  readonly chunkBytes?: number
  /** How long X may take to work on a file. Five minutes unless given. */
  readonly processingMs?: number
}

export function createXMedia(
  connection: XConnection,
  read: XRead,
  options: MediaOptions = {},
): XMedia {
  const { sleep = pause, chunkBytes = 4 * 1024 * 1024, processingMs = 300_000 } = options

  const stage = <Value>(
    { permit, content }: { permit: StagingPermit; content: string },
    { id, args, form, made }: Step<Value>,
  ) =>
    sendWrite(connection, {
      request: toWriteRequest(id, args),
      allows: (found) => found === id,
      spend: () => checkStagingPermit(permit, content),
      made,
      ...(form && { form }),
    })

  async function uploadWhole(leave: Leave, file: Blob, { category }: MediaSpec) {
    const form = new FormData()
    form.append('media_category', category)
    form.append('media', file)
    const args = { media: '', media_category: category }
    return stage(leave, { id: 'mediaUpload', args, form, made: toUpload(connection) })
  }

  async function uploadChunks(leave: Leave, file: Blob, spec: MediaSpec) {
    const started = await stage(leave, {
      id: 'initializeMediaUpload',
      args: { media_type: spec.type, total_bytes: file.size, media_category: spec.category },
      made: toUpload(connection),
    })
    if (started.kind !== 'applied') return started
    const { id } = started.value.media
    const hash = createHash('sha256')
    for (let index = 0; index * chunkBytes < file.size; index++) {
      const chunk = file.slice(index * chunkBytes, (index + 1) * chunkBytes)
      hash.update(new Uint8Array(await chunk.arrayBuffer()))
      const form = new FormData()
      form.append('segment_index', String(index))
      form.append('media', chunk)
      const args = { id, segment_index: index, media: '' }
      const made = () => ({ value: undefined })
      const appended = await stage(leave, { id: 'appendMediaUpload', args, form, made })
      if (appended.kind !== 'applied') return appended
    }
    if (hash.digest('hex') !== leave.content) return changed
    return stage(leave, { id: 'finalizeMediaUpload', args: { id }, made: toUpload(connection) })
  }

  /** X says when to ask again; it is asked no sooner than in a second, and no later than in half a minute. */
  async function waitUntilReady(first: Upload): Promise<Staging> {
    let upload = first
    const until = connection.now() + processingMs
    while (upload.state === 'pending' || upload.state === 'in_progress') {
      const wait = Math.min(30, Math.max(1, upload.checkAfterSeconds)) * 1000
      if (connection.now() + wait > until) return failed('X takes too long to work on the file')
      await sleep(wait)
      const answer = await read.get('getMediaUploadStatus', {
        media_id: upload.media.id,
        command: 'STATUS',
      })
      if (!isObject(answer.body['data'])) return failed('X does not say how far it is')
      upload = toUpload(connection)(answer.body['data'], noRequest).value
    }
    return upload.state === 'failed'
      ? failed('X could not make use of the file')
      : { kind: 'ready', media: upload.media }
  }

  return {
    async upload(permit, file, spec) {
      try {
        const leave = { permit, content: await hashOf(file) }
        const isWhole = spec.category === 'tweet_image'
        const sent = await (isWhole ? uploadWhole : uploadChunks)(leave, file, spec)
        if (sent.kind === 'applied') return await waitUntilReady(sent.value)
        return { kind: 'failed', message: sent.message, cause: sent }
      } catch (error) {
        if (error instanceof ShapeError || error instanceof ProviderError) {
          return failed(error.message)
        }
        throw error
      }
    },
    describe: (permit, { id, content, altText }) =>
      stage(
        { permit, content },
        {
          id: 'createMediaMetadata',
          args: { id, metadata: { alt_text: { text: altText } } },
          made: (data) => ({ value: { id: parseId(data['id'], 'the id of the media') } }),
        },
      ),
  }
}

interface Leave {
  readonly permit: StagingPermit
  readonly content: string
}

interface Step<Value> {
  readonly id: WriteId
  readonly args: Parameters<typeof toWriteRequest>[1]
  readonly form?: FormData
  readonly made: ReadMade<Value>
}

interface Upload {
  readonly media: StagedMedia
  readonly state: 'none' | 'pending' | 'in_progress' | 'succeeded' | 'failed'
  readonly checkAfterSeconds: number
}

const states = ['pending', 'in_progress', 'succeeded', 'failed'] as const
const noRequest = { method: 'POST', path: '' } as const
const changed: Sent<never> = { kind: 'not_sent', message: 'the file changed while it was sent' }

function toUpload({ now }: XConnection): ReadMade<Upload> {
  return (data) => {
    const id = parseId(data['id'], 'the id of the media')
    const key = parseText(data['media_key'], 'the key of the media')
    const seconds = data['expires_after_secs']
    if (typeof seconds !== 'number') throw new ShapeError('it does not say how long it is kept')
    const info = isObject(data['processing_info']) ? data['processing_info'] : undefined
    const state = info ? states.find((one) => one === info['state']) : 'none'
    if (state === undefined) throw new ShapeError('it is in a state that X does not document')
    const after = info?.['check_after_secs']
    const media = { id, key, expiresAt: now() + seconds * 1000 }
    return { value: { media, state, checkAfterSeconds: typeof after === 'number' ? after : 5 } }
  }
}

async function hashOf(file: Blob): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of file.stream()) hash.update(piece)
  return hash.digest('hex')
}

function failed(message: string): Failed {
  return { kind: 'failed', message }
}

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => {
    setTimeout(resolve, ms)
  })
}

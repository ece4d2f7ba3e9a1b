import { createHash } from 'node:crypto'
import { openAsBlob, statSync } from 'node:fs'
import { type StagingPermit } from '@armorer/gateway'
import { type MediaSpec, type XMedia } from '../x-api/x-media.js'
import { ToolkitError } from './errors.js'

export type MediaType = 'image/jpeg' | 'image/png' | 'image/webp' | 'image/gif' | 'video/mp4'

const MEBI = 1024 * 1024

const kinds: Readonly<Record<MediaType, { category: MediaSpec['category']; most: number }>> = {
  'image/jpeg': { category: 'tweet_image', most: 5 * MEBI },
  'image/png': { category: 'tweet_image', most: 5 * MEBI },
  'image/webp': { category: 'tweet_image', most: 5 * MEBI },
  'image/gif': { category: 'tweet_gif', most: 15 * MEBI },
  'video/mp4': { category: 'tweet_video', most: 512 * MEBI },
}

/** A file that can be brought to X: its content, its hash, and what it really is. */
export interface MediaFile {
  readonly bytes: Blob
  /** SHA-256, in hex. A staging permit is given for this. */
  readonly content: string
  readonly type: MediaType
}

/** Looks at a file. What it is, its first bytes say: a name can lie. */
export async function inspectMedia(bytes: Blob): Promise<MediaFile> {
  const type = mediaTypeOf(new Uint8Array(await bytes.slice(0, 16).arrayBuffer()))
  if (type === undefined) {
    const message = 'X takes pictures in JPEG, PNG, WEBP or GIF, and videos in MP4'
    throw new ToolkitError({ code: 'unsupported_media_type' }, message)
  }
  checkMediaSize(bytes.size, type)
  return { bytes, content: await hashOf(bytes), type }
}

/** Opens a file of this machine without reading it all at once. */
export async function openMediaFile(path: string): Promise<Blob> {
  try {
    if (!statSync(path).isFile()) throw new Error('it is no plain file')
    return await openAsBlob(path)
  } catch (error) {
    const message = 'the file cannot be read: check that it is there and may be read'
    throw new ToolkitError({ code: 'file_read_error', path }, message, { cause: error })
  }
}

export function mediaTypeOf(head: Uint8Array): MediaType | undefined {
  const start = Buffer.from(head.subarray(0, 16)).toString('latin1')
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp'
  if (start.slice(4, 8) === 'ftyp' && !start.startsWith('qt', 8)) return 'video/mp4'
  return undefined
}

export function checkMediaSize(size: number, type: MediaType): void {
  const { most } = kinds[type]
  if (size > 0 && size <= most) return
  const message = `${type} must hold 1 byte to ${most / MEBI} MiB, and this holds ${size} bytes`
  throw new ToolkitError({ code: 'media_upload_error' }, message)
}

/** Remembers which files lie at X, where they are kept for a day. */
export interface MediaCache {
  find(account: string, content: string, now: number): Promise<string | undefined>
  keep(
    account: string,
    content: string,
    media: { readonly id: string; readonly keptAt: number; readonly expiresAt: number },
  ): Promise<void>
}

export interface UploadDeps {
  readonly x: XMedia
  readonly cache: MediaCache
  readonly account: string
  readonly now: () => number
}

/** Brings a file to X, or finds it there, and says under which id. */
export async function uploadMedia(
  { x, cache, account, now }: UploadDeps,
  permit: StagingPermit,
  file: MediaFile,
  altText?: string,
): Promise<string> {
  const { bytes, content, type } = file
  // The same picture with other words beside it is another one to whoever cannot see it.
  const key = altText === undefined ? content : `${content} ${sha256(altText)}`
  const known = await cache.find(account, key, now())
  if (known !== undefined) return known
  const staging = await x.upload(permit, bytes, { type, category: kinds[type].category })
  if (staging.kind === 'failed') throw uploadError(staging.message)
  const { media } = staging
  if (altText !== undefined) {
    const described = await x.describe(permit, { id: media.id, content, altText })
    if (described.kind !== 'applied') throw uploadError(`its description: ${described.message}`)
  }
  await cache.keep(account, key, { ...media, keptAt: now() })
  return media.id
}

function uploadError(message: string): ToolkitError {
  return new ToolkitError({ code: 'media_upload_error' }, `the file was not uploaded: ${message}`)
}

async function hashOf(bytes: Blob): Promise<string> {
  const hash = createHash('sha256')
  for await (const piece of bytes.stream()) hash.update(piece)
  return hash.digest('hex')
}

function sha256(text: string): string {
  return createHash('sha256').update(text).digest('hex')
}

import { type Account, type Media, type World } from './world.js'

/** What the first bytes of a file say that it is. */
export function sniffType(head: Buffer): string | undefined {
  const start = head.toString('latin1', 0, 16)
  if (start.startsWith('\x89PNG\r\n\x1a\n')) return 'image/png'
  if (start.startsWith('\xff\xd8\xff')) return 'image/jpeg'
  if (start.startsWith('GIF87a') || start.startsWith('GIF89a')) return 'image/gif'
  if (start.startsWith('RIFF') && start.slice(8, 12) === 'WEBP') return 'image/webp'
  if (start.slice(4, 8) === 'ftyp') return 'video/mp4'
  if (start.startsWith('\x1aE\xdf\xa3')) return 'video/webm'
  if (start.startsWith('WEBVTT')) return 'text/vtt'
  return undefined
}

/** Width and height where the header tells them; a common size where it does not. */
function readSize(head: Buffer): { width: number; height: number } {
  const type = sniffType(head)
  if (type === 'image/png' && head.length >= 24) {
    return { width: head.readUInt32BE(16), height: head.readUInt32BE(20) }
  }
  if (type === 'image/gif' && head.length >= 10) {
    return { width: head.readUInt16LE(6), height: head.readUInt16LE(8) }
  }
  return { width: 1200, height: 675 }
}

const prefixes: Readonly<Record<string, string>> = {
  tweet_image: '3',
  dm_image: '3',
  tweet_gif: '16',
  dm_gif: '16',
  tweet_video: '7',
  dm_video: '7',
  amplify_video: '13',
  subtitles: '17',
}

export function addMedia(
  world: World,
  owner: Account,
  { category, type, awaiting }: { category: string; type: string; awaiting: number | undefined },
): Media {
  const createdAt = world.clock.now()
  const id = world.nextId(createdAt)
  const media: Media = {
    id,
    key: `${prefixes[category] ?? '3'}_${id}`,
    ownerId: owner.id,
    createdAt,
    category,
    type,
    size: 0,
    awaiting,
    segments: new Map(),
    readyAt: createdAt,
    finalizedAt: undefined,
    error: undefined,
    altText: '',
    width: 0,
    height: 0,
    subtitles: new Map(),
  }
  world.media.set(id, media)
  return media
}

/** Takes the file as complete. What moves must be processed first, and fails there if it is not what it says. */
export function finishMedia(
  media: Media,
  head: Buffer,
  { now, processingMs }: { now: number; processingMs: number },
): void {
  const isSlow = !media.category.endsWith('image') && media.category !== 'subtitles'
  media.awaiting = undefined
  media.finalizedAt = now
  media.readyAt = isSlow ? now + processingMs : now
  Object.assign(media, readSize(head))
  const found = sniffType(head)
  if (isSlow && found?.split('/')[0] !== media.type.split('/')[0]) media.error = 'InvalidMedia'
  media.segments.clear()
}

export type Processing = 'none' | 'pending' | 'in_progress' | 'succeeded' | 'failed'

export function processingState(media: Media, now: number): Processing {
  if (media.finalizedAt === undefined || media.readyAt === media.finalizedAt) return 'none'
  if (now >= media.readyAt) return media.error === undefined ? 'succeeded' : 'failed'
  return progress(media, now) < 30 ? 'pending' : 'in_progress'
}

export function progress(media: Media, now: number): number {
  const start = media.finalizedAt ?? now
  const share = (now - start) / Math.max(1, media.readyAt - start)
  return Math.max(0, Math.min(100, Math.floor(share * 100)))
}

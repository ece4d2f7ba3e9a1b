import { type Json } from '../http/answer.js'
import { type Media } from '../world/world.js'
import { pick } from './pick.js'

export function mediaView(media: Media, fields: ReadonlySet<string>): Record<string, Json> {
  return pick(members(media), new Set(['media_key', 'type', ...fields]))
}

function mediaType({ category, type }: Media): string {
  if (category.endsWith('gif') || type === 'image/gif') return 'animated_gif'
  return type.startsWith('video/') ? 'video' : 'photo'
}

function members(media: Media): Record<string, () => Json | undefined> {
  const kind = mediaType(media)
  const moves = kind !== 'photo'
  const address = `https://pbs.twimg.com/media/${media.key}`
  return {
    media_key: () => media.key,
    type: () => kind,
    url: () => (moves ? undefined : `${address}.jpg`),
    preview_image_url: () => (moves ? `${address}_preview.jpg` : undefined),
    alt_text: () => media.altText || undefined,
    width: () => media.width,
    height: () => media.height,
    duration_ms: () => (kind === 'video' ? 12_000 : undefined),
    public_metrics: () => (kind === 'video' ? { view_count: 0 } : undefined),
    variants: () =>
      moves ? [{ bit_rate: 832_000, content_type: 'video/mp4', url: `${address}.mp4` }] : undefined,
  }
}

import { oneOf } from '../http/schema.js'

/** What can be uploaded in one go. */
export const wholeCategory = oneOf(
  'tweet_image',
  'tweet_video',
  'tweet_gif',
  'dm_image',
  'dm_video',
  'dm_gif',
  'subtitles',
)
/** What can be uploaded in pieces. */
export const chunkedCategory = oneOf(
  'amplify_video',
  'tweet_gif',
  'tweet_image',
  'tweet_video',
  'dm_gif',
  'dm_image',
  'dm_video',
  'subtitles',
)
export const mediaType = oneOf(
  'video/mp4',
  'video/webm',
  'video/mp2t',
  'video/quicktime',
  'text/srt',
  'text/vtt',
  'image/jpeg',
  'image/gif',
  'image/bmp',
  'image/png',
  'image/webp',
  'image/pjpeg',
  'image/tiff',
  'model/gltf-binary',
  'model/vnd.usdz+zip',
)

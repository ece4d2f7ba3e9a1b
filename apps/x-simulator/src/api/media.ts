import { type Call, type Endpoint, param, type Reply } from '../http/endpoint.js'
import { notFoundError, onlyErrors } from '../http/problem.js'
import { id, object, oneOf, optional, readJson, text } from '../http/schema.js'
import { free, perCall } from '../limits/prices.js'
import { mediaFields } from '../views/fields.js'
import { mediaView } from '../views/media-view.js'
import { manyReply } from '../views/reply.js'
import { type Media } from '../world/world.js'
import { getOwnMedia } from './media-upload.js'

const read = {
  method: 'GET',
  auth: ['app', 'user'],
  scopes: ['tweet.read'],
  limits: { app: 300, user: 900 },
  price: free,
} as const
const write = {
  auth: ['user'],
  scopes: ['media.write'],
  limits: { user: 500, appDay: 50_000 },
} as const
const fields = { 'media.fields': { kind: 'set', values: mediaFields } } as const

export const media: readonly Endpoint[] = [
  {
    ...read,
    path: '/2/media',
    query: { media_keys: { kind: 'keys', max: 100, required: true }, ...fields },
    run: lookUpMany,
  },
  {
    ...read,
    path: '/2/media/:media_key',
    forms: { media_key: /^[0-9]{1,2}_[0-9]{1,19}$/ },
    query: fields,
    run: lookUpOne,
  },
  { ...write, method: 'POST', path: '/2/media/metadata', price: perCall(0.005), run: describe },
  { ...write, method: 'POST', path: '/2/media/subtitles', price: free, run: addSubtitles },
  { ...write, method: 'DELETE', path: '/2/media/subtitles', price: free, run: removeSubtitles },
]

export function findMedia({ world }: Call, key: string): Media | undefined {
  const found = world.media.get(key.split('_')[1] ?? '')
  return found?.key === key ? found : undefined
}

function lookUpMany(call: Call): Reply {
  const keys = [...new Set(call.query.list('media_keys'))]
  const found = keys.flatMap((key) => findMedia(call, key) ?? [])
  const errors = keys
    .filter((key) => !findMedia(call, key))
    .map((value) => notFoundError({ resource: 'media', parameter: 'media_keys', value }))
  const data = found.map((one) => mediaView(one, call.query.set('media.fields')))
  return manyReply({ data, includes: undefined, errors: [] }, errors)
}

function lookUpOne(call: Call): Reply {
  const value = param(call, 'media_key')
  const found = findMedia(call, value)
  if (found) return { body: { data: mediaView(found, call.query.set('media.fields')) } }
  throw onlyErrors(call.method, notFoundError({ resource: 'media', parameter: 'media_key', value }))
}

function describe(call: Call): Reply {
  const metadata = object(
    { alt_text: optional(object({ text: text({ max: 1000 }) })) },
    { open: true },
  )
  const wish = readJson(object({ id, metadata: optional(metadata) }), call.body)
  const found = getOwnMedia(call, wish.id)
  found.altText = wish.metadata?.alt_text?.text ?? found.altText
  call.effect('media.describe', { id: found.id, altText: found.altText })
  return {
    body: { data: { id: found.id, associated_metadata: { alt_text: { text: found.altText } } } },
  }
}

function addSubtitles(call: Call): Reply {
  const shape = object({
    id,
    media_category: oneOf('AmplifyVideo', 'TweetVideo'),
    subtitles: object({
      id,
      language_code: text({ pattern: /^[A-Z]{2}$/ }),
      display_name: optional(text({ max: 100 })),
    }),
  })
  const wish = readJson(shape, call.body)
  const found = getOwnMedia(call, wish.id)
  const { language_code: language, id: file } = wish.subtitles
  found.subtitles.set(language, getOwnMedia(call, file).id)
  call.effect('media.subtitle', { id: found.id, language })
  const subtitles = { id: file, language_code: language, display_name: wish.subtitles.display_name }
  return {
    body: {
      data: { id: found.id, media_category: wish.media_category, associated_subtitles: subtitles },
    },
  }
}

function removeSubtitles(call: Call): Reply {
  const shape = object({ id, language_code: text(), media_category: text() })
  const wish = readJson(shape, call.body)
  const deleted = getOwnMedia(call, wish.id).subtitles.delete(wish.language_code)
  if (deleted) call.effect('media.unsubtitle', { id: wish.id, language: wish.language_code })
  return { body: { data: { deleted } } }
}

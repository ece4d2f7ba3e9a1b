import { free, perCall } from './price.js'
import { del, everyone, get, post } from './endpoint.js'
import { body, ids, query, required } from './params.js'

const write = { scopes: 'media.write', price: free } as const
const mediaFields = query('media.fields', 'list')

export const media = {
  mediaUpload: post('/2/media/upload', {
    ...write,
    params: [
      body('media', 'text', required),
      body('media_category', 'text', required),
      body('additional_owners', 'list'),
    ],
  }),
  initializeMediaUpload: post('/2/media/upload/initialize', {
    ...write,
    params: [
      body('media_type'),
      body('total_bytes', 'integer'),
      body('media_category'),
      body('shared', 'boolean'),
      body('additional_owners', 'list'),
    ],
  }),
  appendMediaUpload: post('/2/media/upload/{id}/append', {
    ...write,
    params: [
      body('segment_index', 'integer', { required: true, range: [0, 999] }),
      body('media', 'text', required),
    ],
  }),
  finalizeMediaUpload: post('/2/media/upload/{id}/finalize', write),
  getMediaUploadStatus: get('/2/media/upload', {
    ...write,
    params: [query('media_id', 'id', required), query('command', 'text', { values: ['STATUS'] })],
  }),
  createMediaMetadata: post('/2/media/metadata', {
    scopes: 'media.write',
    price: perCall(5_000),
    params: [body('id', 'id', required), body('metadata', 'json')],
  }),
  createMediaSubtitles: post('/2/media/subtitles', {
    ...write,
    params: [body('id', 'id'), body('media_category'), body('subtitles', 'json')],
  }),
  deleteMediaSubtitles: del('/2/media/subtitles', {
    ...write,
    params: [
      body('id', 'id', required),
      body('language_code', 'text', required),
      body('media_category', 'text', required),
    ],
  }),
  getMediaByMediaKey: get('/2/media/{media_key}', {
    callers: everyone,
    scopes: 'tweet.read',
    price: free,
    params: [mediaFields],
  }),
  getMediaByMediaKeys: get('/2/media', {
    callers: everyone,
    scopes: 'tweet.read',
    price: free,
    params: [ids('media_keys'), mediaFields],
  }),
  getMediaAnalytics: get('/2/media/analytics', {
    scopes: 'tweet.read',
    price: free,
    params: [
      ids('media_keys'),
      query('start_time', 'time', required),
      query('end_time', 'time', required),
      query('granularity', 'text', { values: ['hourly', 'daily', 'total'] }),
      query('media_analytics.fields', 'list'),
    ],
  }),
} as const

import { free, perCall, perObject } from './price.js'
import { del, everyone, get, post } from './endpoint.js'
import {
  body,
  ids,
  messageViews,
  pages,
  postViews,
  query,
  required,
  spaceViews,
  userViews,
} from './params.js'

const spaces = { callers: everyone, scopes: 'space.read tweet.read users.read' } as const
const messages = {
  scopes: 'dm.read tweet.read users.read',
  price: perObject('message'),
  params: [...pages(1, 100), query('event_types', 'list'), ...messageViews],
} as const
const sending = { scopes: 'dm.write tweet.read users.read' } as const
const message = [body('text'), body('attachments', 'json')]

/** Spaces, direct messages, trends and usage. */
export const others = {
  getSpacesById: get('/2/spaces/{id}', {
    ...spaces,
    price: perObject('space'),
    params: spaceViews,
  }),
  getSpacesByIds: get('/2/spaces', {
    ...spaces,
    price: perObject('space'),
    params: [ids('ids'), ...spaceViews],
  }),
  getSpacesByCreatorIds: get('/2/spaces/by/creator_ids', {
    ...spaces,
    price: perObject('space'),
    params: [ids('user_ids'), ...spaceViews],
  }),
  searchSpaces: get('/2/spaces/search', {
    ...spaces,
    price: perObject('space'),
    params: [
      query('query', 'text', required),
      query('state', 'text', { values: ['live', 'scheduled', 'all'] }),
      query('max_results', 'integer', { range: [1, 100] }),
      ...spaceViews,
    ],
  }),
  getSpacesBuyers: get('/2/spaces/{id}/buyers', {
    scopes: spaces.scopes,
    price: perObject('user'),
    params: [...pages(1, 100), ...userViews],
  }),
  getSpacesPosts: get('/2/spaces/{id}/tweets', {
    ...spaces,
    price: perObject('post'),
    params: [...pages(1, 100), ...postViews],
  }),
  getDirectMessagesEvents: get('/2/dm_events', messages),
  getDirectMessagesEventsById: get('/2/dm_events/{event_id}', {
    ...messages,
    params: messageViews,
  }),
  getDirectMessagesEventsByParticipantId: get(
    '/2/dm_conversations/with/{participant_id}/dm_events',
    messages,
  ),
  getDirectMessagesEventsByConversationId: get('/2/dm_conversations/{id}/dm_events', messages),
  createDirectMessagesConversation: post('/2/dm_conversations', {
    ...sending,
    price: perCall(15_000),
    params: [
      body('conversation_type', 'text', required),
      body('participant_ids', 'list', required),
      body('message', 'json', required),
    ],
  }),
  createDirectMessagesByParticipantId: post('/2/dm_conversations/with/{participant_id}/messages', {
    ...sending,
    price: perCall(15_000),
    params: message,
  }),
  createDirectMessagesByConversationId: post('/2/dm_conversations/{dm_conversation_id}/messages', {
    ...sending,
    price: perCall(15_000),
    params: message,
  }),
  deleteDirectMessagesEvents: del('/2/dm_events/{event_id}', {
    scopes: 'dm.read dm.write',
    price: perCall(10_000),
  }),
  blockUsersDms: post('/2/users/{id}/dm/block', { ...sending, price: perCall(10_000) }),
  unblockUsersDms: post('/2/users/{id}/dm/unblock', { ...sending, price: perCall(10_000) }),
  getTrendsByWoeid: get('/2/trends/by/woeid/{woeid}', {
    callers: everyone,
    scopes: '',
    price: perCall(10_000),
    params: [query('max_trends', 'integer', { range: [1, 50] }), query('trend.fields', 'list')],
  }),
  getTrendsPersonalizedTrends: get('/2/users/personalized_trends', {
    scopes: 'tweet.read users.read',
    price: perCall(10_000),
    params: [query('personalized_trend.fields', 'list')],
  }),
  getUsage: get('/2/usage/tweets', {
    callers: ['app'],
    scopes: '',
    price: free,
    params: [query('days', 'integer', { range: [1, 90] }), query('usage.fields', 'list')],
  }),
} as const

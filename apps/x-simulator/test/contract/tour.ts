import { type RunningSimulator } from '@tuitbot/x-simulator'
import { ask, type Heard } from '../x-client.js'

/** A call of the tour, by the operation that it is one of. */
export interface Stop {
  readonly operation: string
  readonly heard: Heard
}

const postFields =
  'post.fields=article,attachments,community_id,context_annotations,conversation_id,created_at,display_text_range,edit_controls,entities,geo,id,lang,non_public_metrics,note_post,organic_metrics,paid_partnership,possibly_sensitive,public_metrics,reply_settings,source,text,withheld&expansions=attachments.media_keys,attachments.poll_ids,author_id,entities.mentions.username,geo.place_id,in_reply_to_user_id,referenced_posts&media.fields=alt_text,duration_ms,height,media_key,preview_image_url,public_metrics,type,url,variants,width&poll.fields=duration_minutes,end_datetime,id,options,voting_status&place.fields=country,country_code,full_name,id,name,place_type'
const userFields =
  'user.fields=confirmed_email,connection_status,created_at,description,entities,id,is_identity_verified,location,name,parody,profile_image_url,protected,public_metrics,receives_your_dm,subscription_type,url,username,verified,verified_followers_count,verified_type'
const wholePosts = `${postFields}&${userFields}`
const wholeUsers = `${userFields}&expansions=pinned_post_id,most_recent_post_id&post.fields=created_at`
const wholeLists = `list.fields=created_at,description,follower_count,id,member_count,name,private&expansions=owner_id&${userFields}`
const wholeSpaces = `space.fields=created_at,ended_at,id,is_ticketed,lang,participant_count,scheduled_start,started_at,state,subscriber_count,title,updated_at&expansions=creator_id,host_ids,speaker_ids&${userFields}`
const wholeMessages = `dm_event.fields=attachments,created_at,dm_conversation_id,entities,event_type,id,text&expansions=sender_id,participant_ids,attachments.media_keys&${userFields}`
const png =
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
const video = Buffer.from('\0\0\0\x18ftypmp42 and so on').toString('base64')

/** Calls every endpoint of the simulator at least once, with everything it can show, and returns what was heard. */
export async function takeTour(x: RunningSimulator): Promise<Stop[]> {
  const stops: Stop[] = []
  const alice = x.account('alice').id
  const bob = x.account('bob').id
  const user = x.token('alice').accessToken
  const app = x.appToken()
  const call = async (operation: string, path: string, body?: unknown, token = user) => {
    const [method] = operation.split(' ')
    const heard = await ask(x, `${method} ${path}`, { token, ...(body !== undefined && { body }) })
    stops.push({ operation, heard })
    return heard
  }
  const me = `/2/users/${alice}`

  const image = await call('POST /2/media/upload', '/2/media/upload', {
    media: png,
    media_category: 'tweet_image',
  })
  const imageId = image.textAt('data.id')
  await call('POST /2/media/metadata', '/2/media/metadata', {
    id: imageId,
    metadata: { alt_text: { text: 'A dot.' } },
  })
  const began = await call('POST /2/media/upload/initialize', '/2/media/upload/initialize', {
    media_type: 'video/mp4',
    total_bytes: Buffer.from(video, 'base64').length,
    media_category: 'tweet_video',
  })
  const clip = began.textAt('data.id')
  await call('POST /2/media/upload/{id}/append', `/2/media/upload/${clip}/append`, {
    media: video,
    segment_index: 0,
  })
  await call('POST /2/media/upload/{id}/finalize', `/2/media/upload/${clip}/finalize`, {})
  await call('GET /2/media/upload', `/2/media/upload?command=STATUS&media_id=${clip}`)
  const words = await call('POST /2/media/upload', '/2/media/upload', {
    media: Buffer.from('1\n00:00 --> 00:01\nhi').toString('base64'),
    media_category: 'subtitles',
  })
  await call('POST /2/media/subtitles', '/2/media/subtitles', {
    id: clip,
    media_category: 'TweetVideo',
    subtitles: { id: words.textAt('data.id'), language_code: 'EN', display_name: 'English' },
  })
  await call('DELETE /2/media/subtitles', '/2/media/subtitles', {
    id: clip,
    language_code: 'EN',
    media_category: 'TweetVideo',
  })
  const keys = `${image.textAt('data.media_key')},7_${clip}`
  await call(
    'GET /2/media',
    `/2/media?media_keys=${keys},3_1&media.fields=alt_text,type,url,width,height,variants`,
  )
  await call(
    'GET /2/media/{media_key}',
    `/2/media/7_${clip}?media.fields=duration_ms,preview_image_url,public_metrics`,
  )

  const illustrated = await call('POST /2/tweets', '/2/tweets', {
    text: 'look @bob #dots https://example.com/a',
    media: { media_ids: [imageId] },
    geo: { place_id: '3078869807f9dd36' },
    paid_partnership: true,
  })
  const first = illustrated.textAt('data.id')
  await call('POST /2/tweets', '/2/tweets', {
    text: 'which?',
    poll: { options: ['a', 'b'], duration_minutes: 10 },
  })
  await call('POST /2/tweets', '/2/tweets', { text: 'as I said', quote_tweet_id: first })
  const thread = await call('POST /2/tweets', '/2/tweets', {
    text: 'and more',
    reply: { in_reply_to_tweet_id: first },
  })
  const second = thread.textAt('data.id')
  const comment = x.post('bob', {
    text: 'hm',
    replyTo: x.world.posts.get(first) ?? x.post('alice', { text: '' }),
  })
  await call('PUT /2/tweets/{tweet_id}/hidden', `/2/tweets/${comment.id}/hidden`, { hidden: true })
  await call('GET /2/tweets/{id}', `/2/tweets/${second}?${wholePosts}`)
  await call('GET /2/tweets/{id}', '/2/tweets/12345')
  await call('GET /2/tweets', `/2/tweets?ids=${first},${second},${comment.id},12345&${wholePosts}`)
  await call('GET /2/tweets/search/recent', `/2/tweets/search/recent?query=look&${wholePosts}`)
  await call(
    'GET /2/tweets/search/all',
    `/2/tweets/search/all?query=lantern&max_results=10&${postFields}`,
    undefined,
    app,
  )
  await call(
    'GET /2/tweets/counts/recent',
    '/2/tweets/counts/recent?query=lantern&granularity=day',
    undefined,
    app,
  )
  await call(
    'GET /2/tweets/counts/all',
    '/2/tweets/counts/all?query=lantern&granularity=day',
    undefined,
    app,
  )
  const times = 'start_time=2026-08-20T00:00:00Z&end_time=2026-09-02T00:00:00Z'
  await call(
    'GET /2/tweets/analytics',
    `/2/tweets/analytics?ids=${first},${comment.id},9&${times}&granularity=daily&analytics.fields=impressions,likes,url_clicks,timestamped_metrics`,
  )
  await call(
    'GET /2/tweets/analytics',
    `/2/tweets/analytics?ids=${first}&${times}&granularity=total`,
  )
  await call(
    'GET /2/media/analytics',
    `/2/media/analytics?media_keys=${keys}&${times}&granularity=total`,
  )

  await call('GET /2/users/{id}/tweets', `${me}/tweets?max_results=5&${wholePosts}`)
  await call('GET /2/users/{id}/mentions', `${me}/mentions?max_results=5&${wholePosts}`)
  await call(
    'GET /2/users/{id}/timelines/reverse_chronological',
    `${me}/timelines/reverse_chronological?${wholePosts}`,
  )
  await call('GET /2/users/me', `/2/users/me?${wholeUsers}`)
  await call('GET /2/users', `/2/users?ids=${alice},${bob},5&${wholeUsers}`)
  await call('GET /2/users/by', `/2/users/by?usernames=alice,nobody_at_all&${wholeUsers}`)
  await call('GET /2/users/by/username/{username}', `/2/users/by/username/bob?${wholeUsers}`)
  await call('GET /2/users/{id}', `/2/users/${bob}?${wholeUsers}`)
  await call('GET /2/users/search', `/2/users/search?query=design&${wholeUsers}`)
  await call('GET /2/users/{id}/affiliates', `${me}/affiliates`)
  await call('GET /2/users/{id}/followers', `${me}/followers?max_results=2&${wholeUsers}`)
  await call('GET /2/users/{id}/following', `${me}/following?${wholeUsers}`)
  await call('POST /2/users/{id}/following', `${me}/following`, { target_user_id: bob })
  await call(
    'DELETE /2/users/{source_user_id}/following/{target_user_id}',
    `${me}/following/${bob}`,
  )

  await call('POST /2/users/{id}/likes', `${me}/likes`, { tweet_id: comment.id })
  await call('GET /2/users/{id}/liked_tweets', `${me}/liked_tweets?${wholePosts}`)
  await call(
    'GET /2/tweets/{id}/liking_users',
    `/2/tweets/${comment.id}/liking_users?${wholeUsers}`,
  )
  await call('DELETE /2/users/{id}/likes/{tweet_id}', `${me}/likes/${comment.id}`)
  await call('POST /2/users/{id}/retweets', `${me}/retweets`, { tweet_id: comment.id })
  await call(
    'GET /2/tweets/{id}/retweeted_by',
    `/2/tweets/${comment.id}/retweeted_by?${wholeUsers}`,
  )
  await call('GET /2/tweets/{id}/retweets', `/2/tweets/${comment.id}/retweets?${wholePosts}`)
  await call('GET /2/tweets/{id}/quote_tweets', `/2/tweets/${first}/quote_tweets?${wholePosts}`)
  await call('GET /2/users/reposts_of_me', `/2/users/reposts_of_me?${wholePosts}`)
  await call('DELETE /2/users/{id}/retweets/{source_tweet_id}', `${me}/retweets/${comment.id}`)

  const folder = await call('POST /2/users/{id}/bookmarks/folders', `${me}/bookmarks/folders`, {
    name: 'later',
  })
  await call('POST /2/users/{id}/bookmarks', `${me}/bookmarks`, {
    tweet_id: comment.id,
    folder_id: folder.textAt('data.id'),
  })
  await call('GET /2/users/{id}/bookmarks', `${me}/bookmarks?${wholePosts}`)
  await call('GET /2/users/{id}/bookmarks/folders', `${me}/bookmarks/folders`)
  await call(
    'GET /2/users/{id}/bookmarks/folders/{folder_id}',
    `${me}/bookmarks/folders/${folder.textAt('data.id')}`,
  )
  await call('DELETE /2/users/{id}/bookmarks/{tweet_id}', `${me}/bookmarks/${comment.id}`)
  await call('POST /2/users/{id}/muting', `${me}/muting`, { target_user_id: bob })
  await call('GET /2/users/{id}/muting', `${me}/muting?${wholeUsers}`)
  await call('DELETE /2/users/{source_user_id}/muting/{target_user_id}', `${me}/muting/${bob}`)
  x.account('alice').blocking.set(x.account('mallory').id, 0)
  await call('GET /2/users/{id}/blocking', `${me}/blocking?${wholeUsers}`)

  const list = await call('POST /2/lists', '/2/lists', { name: 'makers', description: 'who make' })
  const listed = `/2/lists/${list.textAt('data.id')}`
  await call('PUT /2/lists/{id}', listed, { description: 'who make things' })
  await call('POST /2/lists/{id}/members', `${listed}/members`, { user_id: bob })
  await call('POST /2/users/{id}/followed_lists', `${me}/followed_lists`, {
    list_id: list.textAt('data.id'),
  })
  await call('POST /2/users/{id}/pinned_lists', `${me}/pinned_lists`, {
    list_id: list.textAt('data.id'),
  })
  await call('GET /2/lists/{id}', `${listed}?${wholeLists}`)
  await call('GET /2/lists/{id}/members', `${listed}/members?${wholeUsers}`)
  await call('GET /2/lists/{id}/followers', `${listed}/followers?${wholeUsers}`)
  await call('GET /2/lists/{id}/tweets', `${listed}/tweets?${wholePosts}`)
  await call('GET /2/users/{id}/owned_lists', `${me}/owned_lists?${wholeLists}`)
  await call('GET /2/users/{id}/list_memberships', `/2/users/${bob}/list_memberships?${wholeLists}`)
  await call('GET /2/users/{id}/followed_lists', `${me}/followed_lists?${wholeLists}`)
  await call('GET /2/users/{id}/pinned_lists', `${me}/pinned_lists?${wholeLists}`)
  await call(
    'DELETE /2/users/{id}/pinned_lists/{list_id}',
    `${me}/pinned_lists/${list.textAt('data.id')}`,
  )
  await call(
    'DELETE /2/users/{id}/followed_lists/{list_id}',
    `${me}/followed_lists/${list.textAt('data.id')}`,
  )
  await call('DELETE /2/lists/{id}/members/{user_id}', `${listed}/members/${bob}`)
  await call('DELETE /2/lists/{id}', listed)

  const grace = x.account('grace').id
  const carol = x.token('carol').accessToken
  await call('GET /2/spaces', `/2/spaces?ids=1YqJDLkMaRVGV,1vOxwdyYrlqKB,nothing&${wholeSpaces}`)
  await call(
    'GET /2/spaces/by/creator_ids',
    `/2/spaces/by/creator_ids?user_ids=${grace}&${wholeSpaces}`,
  )
  await call('GET /2/spaces/search', `/2/spaces/search?query=software&${wholeSpaces}`)
  await call('GET /2/spaces/{id}', `/2/spaces/1mnxeRgZyYkJX?${wholeSpaces}`)
  await call(
    'GET /2/spaces/{id}/buyers',
    `/2/spaces/1vOxwdyYrlqKB/buyers?${wholeUsers}`,
    undefined,
    carol,
  )
  await call('GET /2/spaces/{id}/tweets', `/2/spaces/1YqJDLkMaRVGV/tweets?${wholePosts}`)

  const sent = await call(
    'POST /2/dm_conversations/with/{participant_id}/messages',
    `/2/dm_conversations/with/${bob}/messages`,
    { text: 'hi https://example.com', attachments: [{ media_id: imageId }] },
  )
  const pair = sent.textAt('data.dm_conversation_id')
  await call(
    'POST /2/dm_conversations/{dm_conversation_id}/messages',
    `/2/dm_conversations/${pair}/messages`,
    { text: 'again' },
  )
  await call('POST /2/dm_conversations', '/2/dm_conversations', {
    conversation_type: 'Group',
    participant_ids: [bob, grace],
    message: { text: 'all' },
  })
  await call('GET /2/dm_events', `/2/dm_events?${wholeMessages}`)
  await call(
    'GET /2/dm_events/{event_id}',
    `/2/dm_events/${sent.textAt('data.dm_event_id')}?${wholeMessages}`,
  )
  await call(
    'GET /2/dm_conversations/with/{participant_id}/dm_events',
    `/2/dm_conversations/with/${bob}/dm_events?${wholeMessages}`,
  )
  await call(
    'GET /2/dm_conversations/{id}/dm_events',
    `/2/dm_conversations/${pair}/dm_events?max_results=1`,
  )
  await call('DELETE /2/dm_events/{event_id}', `/2/dm_events/${sent.textAt('data.dm_event_id')}`)
  await call('POST /2/users/{id}/dm/block', `/2/users/${bob}/dm/block`, {})
  await call('POST /2/users/{id}/dm/unblock', `/2/users/${bob}/dm/unblock`, {})

  await call(
    'GET /2/trends/by/woeid/{woeid}',
    '/2/trends/by/woeid/1?trend.fields=trend_name,tweet_count',
    undefined,
    app,
  )
  await call(
    'GET /2/users/personalized_trends',
    '/2/users/personalized_trends?personalized_trend.fields=category,post_count,trend_name,trending_since',
  )
  await call(
    'GET /2/usage/tweets',
    '/2/usage/tweets?usage.fields=cap_reset_day,daily_client_app_usage,daily_project_usage,project_cap,project_id,project_usage',
    undefined,
    app,
  )
  await call('DELETE /2/tweets/{id}', `/2/tweets/${first}`)
  return stops
}

import { type Parameters } from '../http/query.js'

const names = (text: string): ReadonlySet<string> => new Set(text.split(' '))

// Each list holds the contract's names, then those that only its older versions name.
const postFields = names(
  'article article_title attachments card_uri community_id context_annotations conversation_id created_at display_text_range edit_controls entities geo id lang matched_media_notes media_metadata non_public_metrics note_post note_request_suggestions organic_metrics paid_partnership possibly_sensitive promoted_metrics public_metrics reply_settings scopes source suggested_source_links suggested_source_links_with_counts text withheld author_id in_reply_to_user_id referenced_posts edit_history_post_ids username',
)
const userFields = names(
  'confirmed_email connection_status created_at description entities id is_identity_verified location name parody profile_banner_url profile_image_url protected public_metrics receives_your_dm subscribes_to_you subscription subscription_type url username verified verified_followers_count verified_type withheld affiliation pinned_post_id most_recent_post_id',
)
export const mediaFields = names(
  'alt_text duration_ms height media_key non_public_metrics organic_metrics preview_image_url promoted_metrics public_metrics type url variants width',
)
const pollFields = names('duration_minutes end_datetime id options voting_status')
const placeFields = names('contained_within country country_code full_name geo id name place_type')
const listFields = names(
  'created_at description follower_count id member_count name private owner_id',
)
const spaceFields = names(
  'created_at ended_at id is_ticketed lang participant_count scheduled_start started_at state subscriber_count title updated_at creator_id host_ids invited_user_ids speaker_ids topic_ids',
)
const topicFields = names('description id name')
const dmFields = names(
  'attachments created_at dm_conversation_id entities event_type id text sender_id participant_ids referenced_posts',
)

const postExpansions = names(
  'article.cover_media article.media_entities attachments.media_keys attachments.media_source_tweet attachments.poll_ids author_id edit_history_post_ids entities.mentions.username geo.place_id in_reply_to_user_id referenced_posts username referenced_posts.author_id referenced_posts.attachments.media_keys',
)

export const postQuery: Parameters = {
  'post.fields': { kind: 'set', values: postFields },
  expansions: { kind: 'set', values: postExpansions },
  'user.fields': { kind: 'set', values: userFields },
  'media.fields': { kind: 'set', values: mediaFields },
  'poll.fields': { kind: 'set', values: pollFields },
  'place.fields': { kind: 'set', values: placeFields },
}

export const userQuery: Parameters = {
  'user.fields': { kind: 'set', values: userFields },
  expansions: {
    kind: 'set',
    values: names('affiliation most_recent_post_id pinned_post_id'),
  },
  'post.fields': { kind: 'set', values: postFields },
}

export const listQuery: Parameters = {
  'list.fields': { kind: 'set', values: listFields },
  expansions: { kind: 'set', values: names('owner_id') },
  'user.fields': { kind: 'set', values: userFields },
}

export const spaceQuery: Parameters = {
  'space.fields': { kind: 'set', values: spaceFields },
  expansions: {
    kind: 'set',
    values: names('creator_id host_ids invited_user_ids speaker_ids topic_ids'),
  },
  'user.fields': { kind: 'set', values: userFields },
  'topic.fields': { kind: 'set', values: topicFields },
}

export const dmQuery: Parameters = {
  'dm_event.fields': { kind: 'set', values: dmFields },
  expansions: {
    kind: 'set',
    values: names('attachments.media_keys participant_ids referenced_posts sender_id'),
  },
  'user.fields': { kind: 'set', values: userFields },
  'post.fields': { kind: 'set', values: postFields },
  'media.fields': { kind: 'set', values: mediaFields },
}

/** Page size and token of a call that answers in pages. */
export function pages(min: number, max: number, minToken = 1): Parameters {
  return {
    max_results: { kind: 'integer', min, max },
    pagination_token: { kind: 'text', min: minToken },
  }
}

/** The time or the ids between which posts are wanted. */
export const span: Parameters = {
  start_time: { kind: 'time' },
  end_time: { kind: 'time' },
  since_id: { kind: 'id' },
  until_id: { kind: 'id' },
}

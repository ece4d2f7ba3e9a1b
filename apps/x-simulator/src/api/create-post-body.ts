import {
  array,
  boolean,
  id,
  integer,
  object,
  type ObjectOf,
  oneOf,
  optional,
  text,
} from '../http/schema.js'

const replySettings = oneOf('following', 'mentionedUsers', 'subscribers', 'verified')

const fields = {
  card_uri: optional(text({ max: 500 })),
  community_id: optional(id),
  direct_message_deep_link: optional(text({ max: 500 })),
  edit_options: optional(object({ previous_post_id: id })),
  for_super_followers_only: optional(boolean),
  geo: optional(object({ place_id: text({ max: 50 }) })),
  made_with_ai: optional(boolean),
  media: optional(
    object({
      media_ids: array(id, 1, 4),
      tagged_user_ids: optional(array(id, 0, 10)),
      title: optional(text({ max: 500 })),
      description: optional(text({ max: 1000 })),
      embeddable: optional(boolean),
      preview_media_id: optional(id),
      call_to_actions: optional(object({}, { open: true })),
    }),
  ),
  nullcast: optional(boolean),
  paid_partnership: optional(boolean),
  poll: optional(
    object({
      duration_minutes: integer(5, 10_080),
      options: array(text({ min: 1, max: 25 }), 2, 4),
      reply_settings: optional(replySettings),
    }),
  ),
  quote_tweet_id: optional(id),
  reply: optional(
    object({
      in_reply_to_tweet_id: id,
      exclude_reply_user_ids: optional(array(id)),
      auto_populate_reply_metadata: optional(boolean),
    }),
  ),
  reply_settings: optional(replySettings),
  share_with_followers: optional(boolean),
  text: optional(text({ max: 100_000 })),
}

/** Everything that a new post may hold; what is not named here is refused. */
export const createPostBody = object(fields)

export type CreatePostBody = ObjectOf<typeof fields>

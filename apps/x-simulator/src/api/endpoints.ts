import { type Endpoint } from '../http/endpoint.js'
import { analytics } from './analytics.js'
import { bookmarks } from './bookmarks.js'
import { directMessages } from './direct-messages.js'
import { follows } from './follows.js'
import { likes } from './likes.js'
import { lists } from './lists.js'
import { media } from './media.js'
import { mediaUpload } from './media-upload.js'
import { mutesAndBlocks } from './mutes-and-blocks.js'
import { posts } from './posts.js'
import { reposts } from './reposts.js'
import { search } from './search.js'
import { sendMessages } from './send-messages.js'
import { spaces } from './spaces.js'
import { timelines } from './timelines.js'
import { trends } from './trends.js'
import { usage } from './usage.js'
import { userLists } from './user-lists.js'
import { users } from './users.js'

/** Every call that is answered. */
export const endpoints: readonly Endpoint[] = [
  ...posts,
  ...search,
  ...timelines,
  ...users,
  ...follows,
  ...likes,
  ...reposts,
  ...bookmarks,
  ...mutesAndBlocks,
  ...lists,
  ...userLists,
  ...spaces,
  ...mediaUpload,
  ...media,
  ...analytics,
  ...directMessages,
  ...sendMessages,
  ...trends,
  ...usage,
]

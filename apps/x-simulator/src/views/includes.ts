import { type Json, type JsonObject } from '../http/answer.js'
import { type Call } from '../http/endpoint.js'
import { type Account, type Media, type Poll, type Post } from '../world/world.js'
import { mediaView } from './media-view.js'
import { isoTime, pick, unlessEmpty } from './pick.js'
import { findPlace, placeView } from './places.js'
import { postView } from './post-view.js'
import { userView } from './user-view.js'

export type Includes = ReturnType<typeof createIncludes>

/** The objects that expansions bring along, each once. */
export function createIncludes(call: Call) {
  const { query, world } = call
  const users = new Map<string, Account>()
  const posts = new Map<string, Post>()
  const media = new Map<string, Media>()
  const polls = new Map<string, Poll>()
  const placeIds = new Set<string>()
  const fields = (name: string) => query.set(`${name}.fields`)

  return {
    addUser(id: string | undefined): void {
      const account = id === undefined ? undefined : world.accounts.get(id)
      if (account) users.set(account.id, account)
    },
    addPost(post: Post | undefined): void {
      if (post) posts.set(post.id, post)
    },
    addMedia(id: string): void {
      const found = world.media.get(id)
      if (found) media.set(id, found)
    },
    addPoll(poll: Poll | undefined): void {
      if (poll) polls.set(poll.id, poll)
    },
    addPlace(id: string | undefined): void {
      if (id !== undefined) placeIds.add(id)
    },
    /** All of it, or `undefined` where nothing was brought along. */
    toJson(): JsonObject | undefined {
      const found = pick(
        {
          users: () =>
            unlessEmpty(
              [...users.values()].map((user) => userView(call, user, { fields: fields('user') })),
            ),
          posts: () =>
            unlessEmpty(
              [...posts.values()].map((post) => postView(call, post, { fields: fields('post') })),
            ),
          media: () =>
            unlessEmpty([...media.values()].map((one) => mediaView(one, fields('media')))),
          polls: () => unlessEmpty([...polls.values()].map((poll) => pollView(call, poll))),
          places: () =>
            unlessEmpty(
              [...placeIds].flatMap((id) => {
                const place = findPlace(id)
                return place ? [placeView(place, fields('place'))] : []
              }),
            ),
        },
        ['users', 'posts', 'media', 'polls', 'places'],
      )
      return Object.keys(found).length === 0 ? undefined : found
    },
  }
}

function pollView({ query, now }: Call, poll: Poll): Json {
  return pick(
    {
      id: () => poll.id,
      options: () =>
        poll.options.map((label, index) => ({
          position: index + 1,
          label,
          votes: poll.votes[index] ?? 0,
        })),
      duration_minutes: () => poll.minutes,
      end_datetime: () => isoTime(poll.endsAt),
      voting_status: () => (now < poll.endsAt ? 'open' : 'closed'),
    },
    new Set(['id', 'options', ...query.set('poll.fields')]),
  )
}

import { addAccount, follow, getAccount } from './accounts.js'
import { like } from './likes.js'
import { callsToMaker, people } from './people.js'
import { addPost } from './posts.js'
import { speak } from './voices.js'
import { type Account, type Post, type World } from './world.js'

const hourMs = 60 * 60 * 1000
const dayMs = 24 * hourMs

/** Fills an empty world with the cast: who they are, whom they follow, and what they said this week. */
export function seedCast(world: World): void {
  const { random } = world
  const now = world.clock.now()
  const accounts = people.map((person, index) =>
    addAccount(world, {
      ...person,
      premium: person.verified ?? false,
      url: `https://example.com/${person.username}`,
      createdAt: now - (900 - index * 40) * dayMs,
    }),
  )
  const [maker] = accounts
  if (maker === undefined) return
  for (const account of accounts) {
    for (const other of accounts) {
      if (random.chance(other === maker || account === maker ? 0.8 : 0.4))
        follow(world, account, other, now - (1 + random.int(80)) * dayMs)
    }
  }
  const times = Array.from({ length: 60 }, () => now - 60_000 - random.int(6.5 * dayMs))
  for (const createdAt of times.toSorted((left, right) => left - right)) {
    const index = random.int(people.length)
    const account = accounts[index]
    const person = people[index]
    if (account && person) {
      const isCall = account !== maker && random.chance(0.25)
      const line = random.pick(isCall ? callsToMaker : person.lines)
      const post = addPost(world, account, { text: speak(random, line, maker.username), createdAt })
      warmUp(world, post, accounts)
    }
  }
  maker.pinnedPostId = maker.posts[0]?.id
  seedSpaces(world, now)
}

function warmUp(world: World, post: Post, accounts: readonly Account[]) {
  const { random } = world
  for (const account of accounts) {
    if (account.id !== post.authorId && random.chance(0.2))
      like(world, account, post, likedAt(world, post))
  }
  post.impressions = 40 + random.int(2000)
}

function likedAt({ random, clock }: World, post: Post): number {
  return post.createdAt + random.int(clock.now() - post.createdAt)
}

function seedSpaces(world: World, now: number) {
  const carol = getAccount(world, 'carol')
  const erin = getAccount(world, 'erin')
  const grace = getAccount(world, 'grace')
  const spaces = [
    {
      id: '1YqJDLkMaRVGV',
      host: grace,
      title: 'Small software, out loud',
      starts: -hourMs,
      ends: hourMs,
    },
    {
      id: '1vOxwdyYrlqKB',
      host: carol,
      title: 'Office hours: accessibility',
      starts: dayMs,
      ends: dayMs + hourMs,
    },
    {
      id: '1mnxeRgZyYkJX',
      host: erin,
      title: 'Maintainers and their weekends',
      starts: -2 * dayMs,
      ends: -2 * dayMs + hourMs,
    },
  ]
  for (const { id, host, title, starts, ends } of spaces) {
    world.spaces.set(id, {
      id,
      creatorId: host.id,
      title,
      createdAt: now - 3 * dayMs,
      startsAt: now + starts,
      endsAt: now + ends,
      ticketed: host === carol,
      speakerIds: [host.id, erin.id],
      buyerIds: host === carol ? [grace.id, erin.id] : [],
      postIds: host.posts.slice(0, 3).map((post) => post.id),
    })
  }
}

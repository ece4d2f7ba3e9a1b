import { type Call } from '../http/endpoint.js'
import { type List } from '../world/world.js'
import { createIncludes } from './includes.js'
import { isoTime, pick } from './pick.js'
import { type Shown } from './show-posts.js'

export function showLists(call: Call, lists: readonly List[]): Shown {
  const expandsOwner = call.query.set('expansions').has('owner_id')
  const wanted = new Set([
    'id',
    'name',
    ...(expandsOwner ? ['owner_id'] : []),
    ...call.query.set('list.fields'),
  ])
  const includes = createIncludes(call)
  if (expandsOwner) for (const { ownerId } of lists) includes.addUser(ownerId)
  const data = lists.map((list) =>
    pick(
      {
        id: () => list.id,
        name: () => list.name,
        created_at: () => isoTime(list.createdAt),
        description: () => list.description,
        follower_count: () => list.followers.size,
        member_count: () => list.members.size,
        owner_id: () => list.ownerId,
        private: () => list.private,
      },
      wanted,
    ),
  )
  return { data, includes: includes.toJson(), errors: [] }
}

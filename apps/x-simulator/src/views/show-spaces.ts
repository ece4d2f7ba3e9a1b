import { type Call } from '../http/endpoint.js'
import { type Space } from '../world/world.js'
import { createIncludes } from './includes.js'
import { isoTime, pick, unlessEmpty } from './pick.js'
import { type Shown } from './show-posts.js'

export function spaceState(space: Space, now: number): 'live' | 'scheduled' | 'ended' {
  if (now < space.startsAt) return 'scheduled'
  return now < space.endsAt ? 'live' : 'ended'
}

export function showSpaces(call: Call, spaces: readonly Space[]): Shown {
  const expansions = call.query.set('expansions')
  const includes = createIncludes(call)
  for (const space of spaces) {
    if (expansions.has('creator_id') || expansions.has('host_ids'))
      includes.addUser(space.creatorId)
    if (expansions.has('speaker_ids')) for (const id of space.speakerIds) includes.addUser(id)
  }
  const wanted = new Set(['id', 'state', ...expansions, ...call.query.set('space.fields')])
  const data = spaces.map((space) => pick(members(space, call.now), wanted))
  return { data, includes: includes.toJson(), errors: [] }
}

function members(space: Space, now: number) {
  const state = spaceState(space, now)
  return {
    id: () => space.id,
    state: () => state,
    title: () => space.title,
    lang: () => 'en',
    created_at: () => isoTime(space.createdAt),
    updated_at: () => isoTime(space.createdAt),
    scheduled_start: () => isoTime(space.startsAt),
    started_at: () => (state === 'scheduled' ? undefined : isoTime(space.startsAt)),
    ended_at: () => (state === 'ended' ? isoTime(space.endsAt) : undefined),
    is_ticketed: () => space.ticketed,
    creator_id: () => space.creatorId,
    host_ids: () => [space.creatorId],
    speaker_ids: () => unlessEmpty(space.speakerIds),
    participant_count: () => (state === 'live' ? 40 + space.speakerIds.length : 0),
    subscriber_count: () => space.buyerIds.length,
  }
}

import { type Call } from '../http/endpoint.js'
import { invalidParameter } from '../http/problem.js'
import { compareIds, firstIdAt, timeOfId } from '../snowflake.js'
import { type Post } from '../world/world.js'

/** Ids between which posts are wanted: above `since`, below `until`. */
export interface Span {
  readonly since: string | undefined
  readonly until: string | undefined
}

/** Reads times and ids into one span. Posts before `earliest` cannot be asked for. */
export function readSpan(call: Call, earliest?: number): Span {
  const { query } = call
  const start = query.text('start_time')
  const end = query.text('end_time')
  const sinceId = query.text('since_id')
  const untilId = query.text('until_id')
  if (start !== undefined && end !== undefined && Date.parse(start) >= Date.parse(end)) {
    throw invalidParameter(
      'start_time',
      start,
      `Invalid 'start_time':'${start}'. 'start_time' must be before 'end_time'`,
    )
  }
  if (earliest !== undefined) checkAge({ start, sinceId, earliest })
  const starts = [sinceId, start && before(firstIdAt(Date.parse(start)))].flatMap((id) => id || [])
  const ends = [untilId, end && firstIdAt(Date.parse(end))].flatMap((id) => id || [])
  return {
    since: starts.toSorted(compareIds).at(-1),
    until: ends.toSorted(compareIds)[0],
  }
}

export function isWithin({ since, until }: Span, post: Post): boolean {
  return (
    (since === undefined || compareIds(post.id, since) > 0) &&
    (until === undefined || compareIds(post.id, until) < 0)
  )
}

/** Posts of a newest-first walk that lie in the span; the walk ends where it leaves it. */
export function* within(span: Span, posts: Iterable<Post>): Generator<Post> {
  for (const post of posts) {
    if (span.since !== undefined && compareIds(post.id, span.since) <= 0) return
    if (isWithin(span, post)) yield post
  }
}

function checkAge(given: {
  start: string | undefined
  sinceId: string | undefined
  earliest: number
}) {
  const { start, sinceId, earliest } = given
  const limit = new Date(earliest).toISOString()
  if (start !== undefined && Date.parse(start) < earliest) {
    throw invalidParameter(
      'start_time',
      start,
      `Invalid 'start_time':'${start}'. 'start_time' must be on or after ${limit}`,
    )
  }
  if (sinceId !== undefined && timeOfId(sinceId) < earliest) {
    throw invalidParameter(
      'since_id',
      sinceId,
      `'since_id' must be a tweet id created after ${limit}. Please use a 'since_id' that is larger than ${firstIdAt(earliest)}`,
    )
  }
}

function before(id: string): string {
  return (BigInt(id) - 1n).toString()
}

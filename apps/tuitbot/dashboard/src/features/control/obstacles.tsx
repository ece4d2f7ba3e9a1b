import type { StatusView } from '@tuitbot/server'
import { formatAgo, formatAhead, toSentence } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'

type Obstacle = StatusView['obstacles'][number]

/** What fails, for how long, and when it is tried again. */
export function Obstacles({ obstacles }: { readonly obstacles: readonly Obstacle[] }) {
  const now = useNow()
  return (
    <ul className="obstacles">
      {obstacles.map(({ doing, message, since, nextAt }) => (
        <li key={`${doing} ${message}`}>
          <bdi>{toSentence(`${doing} fails: ${message}`)}</bdi>
          {since !== undefined && ` It began ${formatAgo(since, now)}.`}
          {nextAt !== undefined && ` It is tried again ${formatAhead(nextAt, now)}.`}
        </li>
      ))}
    </ul>
  )
}

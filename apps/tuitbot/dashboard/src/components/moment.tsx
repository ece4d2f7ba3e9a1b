import { formatAgo, formatMoment } from '../lib/format.js'
import { useNow } from '../lib/use-now.js'

/** When it was, as one would say it; the exact time on hover. */
export function Moment({ at }: { readonly at: number }) {
  const now = useNow()
  return (
    <time dateTime={new Date(at).toISOString()} title={formatMoment(at)}>
      {formatAgo(at, now)}
    </time>
  )
}

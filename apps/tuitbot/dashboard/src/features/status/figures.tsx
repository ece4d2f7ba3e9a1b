import { useQuery } from '@tanstack/react-query'
import { formatMoney } from '../../lib/format.js'
import { status } from './api.js'

/** What the last 24 hours have used of the limits. */
export function Figures() {
  const { data } = useQuery(status)
  if (!data) return null
  return (
    <>
      <h3 className="panel-title">Last 24 hours</h3>
      <dl className="figures">
        <Figure label="Replies" value={data.replies.done} of={data.replies.max} />
        <Figure label="Posts" value={data.posts.done} of={data.posts.max} />
        <div>
          <dt>Spent at X</dt>
          <dd>{formatMoney(data.spentMicroUsd)}</dd>
        </div>
      </dl>
    </>
  )
}

function Figure({ label, value, of }: { label: string; value: number; of: number }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value} <small>of {of}</small>
      </dd>
    </div>
  )
}

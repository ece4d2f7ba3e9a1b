import type { ApprovalCard } from '@tuitbot/server'
import { capitalize, formatLeft, formatMoment, formatMoney } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'

/** What one wants to know before deciding. */
export function Why({ approval }: { readonly approval: ApprovalCard }) {
  const { reason, rule, priceMicroUsd, expiresAt, snoozedUntil } = approval
  const now = useNow()
  return (
    <dl className="why">
      <div className="why-reason">
        <dt>Why it waits</dt>
        <dd>
          <bdi>{capitalize(reason)}</bdi>. <code title="The rule that says so">{rule}</code>
        </dd>
      </div>
      <div>
        <dt>Written by</dt>
        <dd>
          <bdi>{writerOf(approval)}</bdi>
        </dd>
      </div>
      <div>
        <dt>Costs</dt>
        <dd>{formatMoney(priceMicroUsd)}</dd>
      </div>
      {expiresAt !== null && (
        <div>
          <dt>Decide</dt>
          <dd>{formatLeft(expiresAt, now)}</dd>
        </div>
      )}
      {snoozedUntil !== null && snoozedUntil > now && (
        <div>
          <dt>Put off until</dt>
          <dd>{formatMoment(snoozedUntil)}</dd>
        </div>
      )}
    </dl>
  )
}

function writerOf({ writtenBy, askedBy }: ApprovalCard): string {
  if (writtenBy === 'offline') return 'Offline template'
  return writtenBy ?? askedBy
}

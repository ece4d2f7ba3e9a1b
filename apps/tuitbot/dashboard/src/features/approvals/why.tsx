import type { ApprovalCard } from '@tuitbot/server'
import { LengthRing } from '../../components/length-ring.js'
import { capitalize, formatLeft, formatMoment, formatMoney } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'

/** What one wants to know before deciding. */
export function Why({ approval }: { readonly approval: ApprovalCard }) {
  const { reason, rule, decides, writer, length, priceMicroUsd, expiresAt, snoozedUntil } = approval
  const now = useNow()
  return (
    <dl className="why">
      <div className="why-reason">
        <dt>Why it waits</dt>
        <dd>
          <bdi>{capitalize(reason)}</bdi>. <code title="The rule that says so">{rule}</code>
        </dd>
      </div>
      {decides !== null && (
        <div className="why-reason">
          <dt>Who decides</dt>
          <dd>
            <bdi>{capitalize(decides)}</bdi>.
          </dd>
        </div>
      )}
      <div>
        <dt>Written by</dt>
        <dd>
          <bdi>{writer}</bdi>
        </dd>
      </div>
      <div>
        <dt>Costs</dt>
        <dd>{formatMoney(priceMicroUsd)}</dd>
      </div>
      <div>
        <dt>Length</dt>
        <dd>
          <LengthRing length={length} />
        </dd>
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

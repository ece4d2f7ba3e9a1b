import type { ApprovalCard } from '@tuitbot/server'
import { LengthRing } from '../../components/length-ring.js'
import { capitalize, formatLeft, formatMoment, formatMoney } from '../../lib/format.js'
import { useNow } from '../../lib/use-now.js'
import { isWaiting } from './is-waiting.js'

interface WhyProps {
  readonly approval: ApprovalCard
  readonly you: string
}

/** What one wants to know before deciding. */
export function Why({ approval, you }: WhyProps) {
  const { reason, rule, decides, length, priceMicroUsd, expiresAt, snoozedUntil, mediaIds } =
    approval
  const now = useNow()
  return (
    <dl className="why">
      {mediaIds.length > 0 && (
        <div className="why-reason">
          <dt>With</dt>
          <dd>
            {mediaIds.length} media: {mediaIds.join(', ')}
          </dd>
        </div>
      )}
      <div className="why-reason">
        <dt>Why it waits</dt>
        <dd>
          <bdi>{capitalize(reason)}</bdi>.{' '}
          {isWaiting(approval) && <code title="The rule that says so">{rule}</code>}
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
          <Writer approval={approval} you={you} />
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

/** What wrote it, and whose words they are by now. */
function Writer({ approval: { writer, edits }, you }: WhyProps) {
  const last = edits.at(-1)
  return (
    <>
      <bdi>{writer}</bdi>
      {last && (
        <>
          , edited by <bdi>{last.by === you ? 'you' : last.by}</bdi>
        </>
      )}
    </>
  )
}

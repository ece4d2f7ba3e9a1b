import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApprovalCard as Approval } from '@tuitbot/server'
import { useState } from 'react'
import { Button } from '../../components/button.js'
import { Empty, Failed, Loading } from '../../components/states.js'
import { useNow } from '../../lib/use-now.js'
import { useShortcuts } from '../../lib/use-shortcuts.js'
import { status } from '../status/api.js'
import { ApprovalCard, type Doing } from './approval-card.js'
import { pendingApprovals, useApprove, useReject } from './api.js'
import { BulkBar } from './bulk-bar.js'
import { isWaiting } from './is-waiting.js'
import { usePicked } from './use-picked.js'
import { useSelection } from './use-selection.js'
import { useSteadyList } from './use-steady-list.js'

const NOTHING: readonly Approval[] = []

/** Everything that waits for the person. */
export function ApprovalQueue() {
  const client = useQueryClient()
  const { data, error } = useQuery(pendingApprovals)
  const { data: now, error: statusError } = useQuery(status)
  const clock = useNow()
  const [showsLater, setShowsLater] = useState(false)
  const isLater = ({ snoozedUntil }: Approval) => (snoozedUntil ?? 0) > clock
  const later = data?.filter(isLater).length ?? 0
  const { items, isMoving } = useSteadyList(
    showsLater ? data : data?.filter((item) => !isLater(item)),
  )
  const selection = useSelection(items ?? NOTHING)
  const picks = usePicked(items ?? NOTHING)
  const approve = useApprove()
  const reject = useReject()
  const [open, setOpen] = useState<{ readonly intent: string; readonly doing: Doing }>()

  const decided = { onSuccess: selection.onDecided }
  const isDeciding = (id: number) =>
    (approve.isPending && approve.variables.id === id) ||
    (reject.isPending && reject.variables.id === id)
  const whenWaiting = (act: (item: Approval) => void) => () => {
    const { selected } = selection
    if (isMoving || !selected || !isWaiting(selected) || isDeciding(selected.id)) return
    // Whoever changes or rejects it does not mean to approve it as it is.
    if (open?.intent === selected.intent && (open.doing === 'edit' || open.doing === 'reject'))
      return
    act(selected)
  }
  useShortcuts({
    j: () => selection.go(1),
    k: () => selection.go(-1),
    a: whenWaiting((item) => {
      if (now && item.canApprove.includes(now.you)) approve.mutate(item, decided)
    }),
    e: whenWaiting(({ intent }) => setOpen({ intent, doing: 'edit' })),
    r: whenWaiting(({ intent }) => setOpen({ intent, doing: 'reject' })),
    x: whenWaiting(picks.toggle),
    m: whenWaiting(({ intent }) => setOpen({ intent, doing: 'more' })),
  })

  if (!items || !now) {
    const failure = error ?? statusError
    if (!failure) return <Loading label="Loading what waits for you" />
    return <Failed error={failure} onRetry={() => void client.refetchQueries()} />
  }
  const canPick = (item: Approval) => isWaiting(item) && (picks.isPicked(item) || !picks.isFull)
  const putOff = later > 0 && (
    <Button look="quiet" onClick={() => setShowsLater(!showsLater)}>
      {showsLater ? 'Hide what is put off' : `Show ${later} put off until later`}
    </Button>
  )
  if (items.length === 0) {
    return (
      <>
        <BulkBar picked={picks.picked} onClear={picks.clear} />
        <Empty icon="check" title="Nothing waits for you">
          {now.mode === 'composer'
            ? 'What agents want to post will appear here.'
            : 'New drafts appear here by themselves, as soon as somebody mentions you.'}
        </Empty>
        {putOff}
      </>
    )
  }

  return (
    <>
      <BulkBar picked={picks.picked} onClear={picks.clear} />
      <ul className={isMoving ? 'queue queue-moving' : 'queue'}>
        {items.map((item) => (
          <li key={item.intent}>
            <ApprovalCard
              approval={item}
              author={now.account}
              you={now.you}
              isSelected={item === selection.selected}
              isBusy={isDeciding(item.id)}
              isPaused={now.paused}
              isPicked={picks.isPicked(item)}
              canPick={canPick(item)}
              doing={open?.intent === item.intent ? open.doing : undefined}
              ref={selection.register(item.intent)}
              onSelect={() => selection.choose(item.intent)}
              onPick={() => picks.toggle(item)}
              onDo={(doing) => {
                setOpen(doing && { intent: item.intent, doing })
                if (!doing) selection.focus(item.intent)
              }}
              onApprove={() => approve.mutate(item, decided)}
              onReject={(note) => reject.mutate({ id: item.id, note }, decided)}
              onPutOff={() => {
                setOpen(undefined)
                selection.onDecided()
              }}
            />
          </li>
        ))}
      </ul>
      {putOff}
    </>
  )
}

import { useQuery, useQueryClient } from '@tanstack/react-query'
import type { ApprovalCard as Approval } from '@tuitbot/server'
import { useEffect, useRef, useState } from 'react'
import { Empty, Failed, Loading } from '../../components/states.js'
import { useShortcuts } from '../../lib/use-shortcuts.js'
import { status } from '../status/api.js'
import { ApprovalCard, type Doing } from './approval-card.js'
import { useSteadyList } from './use-steady-list.js'
import { pendingApprovals, useApprove, useReject } from './api.js'

/** Everything that waits for the person. */
export function ApprovalQueue() {
  const client = useQueryClient()
  const { data, error } = useQuery(pendingApprovals)
  const { items, isMoving } = useSteadyList(data)
  const { data: now, error: statusError } = useQuery(status)
  const approve = useApprove()
  const reject = useReject()
  const [place, setPlace] = useState(0)
  const [open, setOpen] = useState<{ readonly id: number; readonly doing: Doing }>()
  const cards = useRef(new Map<number, HTMLElement>())

  const selectedPlace = Math.min(place, Math.max(0, (items?.length ?? 0) - 1))
  const selected = items?.[selectedPlace]
  const go = (step: number) => {
    const next = Math.min(Math.max(0, selectedPlace + step), (items?.length ?? 1) - 1)
    const card = items?.[next] && cards.current.get(items[next].id)
    setPlace(next)
    card?.focus({ preventScroll: true })
    card?.scrollIntoView({ block: 'nearest' })
  }
  const isDeciding = (id: number) =>
    (approve.isPending && approve.variables.id === id) ||
    (reject.isPending && reject.variables === id)
  const whenWaiting = (act: (item: Approval) => void) => () => {
    if (isMoving || selected?.status !== 'waiting for you') return
    if (!isDeciding(selected.id)) act(selected)
  }
  // The card that was decided takes the focus with it; the next one gets it.
  const isDecided = useRef(false)
  const onSuccess = () => {
    isDecided.current = true
  }
  useEffect(() => {
    if (!isDecided.current || document.activeElement !== document.body) return
    isDecided.current = false
    const next = selected && cards.current.get(selected.id)
    ;(next ?? document.getElementById('queue'))?.focus({ preventScroll: true })
  }, [items, selected])
  useShortcuts({
    j: () => go(1),
    k: () => go(-1),
    a: whenWaiting((item) => approve.mutate(item, { onSuccess })),
    e: whenWaiting(({ id }) => setOpen({ id, doing: 'edit' })),
    r: whenWaiting(({ id }) => setOpen({ id, doing: 'reject' })),
  })

  if (!items || !now) {
    const failure = error ?? statusError
    if (!failure) return <Loading label="Loading what waits for you" />
    return <Failed error={failure} onRetry={() => void client.refetchQueries()} />
  }
  if (items.length === 0) {
    return (
      <Empty icon="check" title="Nothing waits for you">
        {now.mode === 'composer'
          ? 'What agents want to post will appear here.'
          : 'New drafts appear here by themselves, as soon as somebody mentions you.'}
      </Empty>
    )
  }

  return (
    <ul className={isMoving ? 'queue queue-moving' : 'queue'}>
      {items.map((item, index) => (
        <li key={item.id}>
          <ApprovalCard
            approval={item}
            author={now.account}
            isSelected={index === selectedPlace}
            isBusy={isDeciding(item.id)}
            isPaused={now.paused}
            doing={open?.id === item.id ? open.doing : undefined}
            ref={(card) => {
              if (card) cards.current.set(item.id, card)
              else cards.current.delete(item.id)
            }}
            onSelect={() => setPlace(index)}
            onDo={(doing) => {
              setOpen(doing && { id: item.id, doing })
              if (!doing) cards.current.get(item.id)?.focus()
            }}
            onApprove={() => approve.mutate(item, { onSuccess })}
            onReject={() => reject.mutate(item.id, { onSuccess })}
          />
        </li>
      ))}
    </ul>
  )
}

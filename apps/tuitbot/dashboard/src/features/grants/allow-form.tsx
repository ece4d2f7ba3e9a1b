import type { ApprovalCard } from '@tuitbot/server'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.js'
import { endOfDay, toDay } from '../../lib/days.js'
import { useAllowMore } from './api.js'

interface AllowFormProps {
  readonly approval: ApprovalCard
  readonly isBusy: boolean
  /** The one that is looked at goes out as well. */
  readonly onAllowed: () => void
}

const LONGEST_DAYS = 30

/** This one, and so many like it, until then. */
export function AllowForm({ approval, isBusy, onAllowed }: AllowFormProps) {
  const [times, setTimes] = useState('10')
  const [day, setDay] = useState(() => toDay(7))
  const allow = useAllowMore()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    const wish = { ...approval, times: Number(times), until: endOfDay(day) }
    allow.mutate(wish, { onSuccess: onAllowed })
  }
  return (
    <form className="more-row" onSubmit={submit}>
      <p>
        This and{' '}
        <input
          className="field field-small"
          type="number"
          aria-label="How many more"
          min={1}
          max={100}
          required
          value={times}
          onChange={(event) => setTimes(event.target.value)}
        />{' '}
        like it until{' '}
        <input
          className="field"
          type="date"
          aria-label="Until which day"
          min={toDay(0)}
          max={toDay(LONGEST_DAYS)}
          required
          value={day}
          onChange={(event) => setDay(event.target.value)}
        />
      </p>
      <Button type="submit" icon="check" disabled={isBusy || allow.isPending}>
        Approve and allow
      </Button>
    </form>
  )
}

import { useQuery } from '@tanstack/react-query'
import type { StatusView } from '@tuitbot/server'
import { type ReactNode } from 'react'
import { Button } from '../../components/button.js'
import { status } from '../status/api.js'
import { usePause } from './api.js'
import { Obstacles } from './obstacles.js'

/** The switch that stops everything. Nobody should have to look for it. */
export function PauseStrip({ isLost }: { readonly isLost: boolean }) {
  const { data } = useQuery(status)
  const pause = usePause()
  if (!data) return null
  const { paused } = data
  const { look, title, words } = isLost ? LOST : paused ? sayPause(data) : sayRun(data)
  return (
    <section className={`strip ${look}`} aria-label="Pause">
      <div className="strip-light" aria-hidden="true" />
      <div className="strip-words">
        <h2>{title}</h2>
        {words}
      </div>
      <Button
        look={paused ? 'primary' : 'danger'}
        icon={paused ? 'play' : 'pause'}
        disabled={pause.isPending}
        onClick={() => pause.mutate(!paused)}
      >
        {paused ? 'Resume' : 'Pause everything'}
      </Button>
    </section>
  )
}

interface Said {
  readonly look: string
  readonly title: string
  readonly words: ReactNode
}

const LOST: Said = {
  look: 'strip-lost',
  title: 'Not connected',
  words: (
    <p>Tuitbot does not answer. What you see is as it was; is it still running in its terminal?</p>
  ),
}

function sayRun(data: StatusView): Said {
  const { obstacles } = data
  return obstacles.length > 0
    ? { look: 'strip-held', title: 'Held up', words: <Obstacles obstacles={obstacles} /> }
    : { look: '', title: 'Running', words: <p>{describeRun(data)}</p> }
}

function describeRun({ mode, approvalMode, allowedAhead }: StatusView): string {
  if (mode === 'composer') return 'You write. Nothing is drafted, and nothing goes out by itself.'
  if (approvalMode) {
    return `Mentions get a draft. Nothing goes out before you approve it${except(allowedAhead)}.`
  }
  return 'Posts may go out by themselves. Replies wait for you.'
}

function except(allowedAhead: number): string {
  if (allowedAhead === 0) return ''
  return `, except ${allowedAhead === 1 ? 'one post' : `${allowedAhead} posts`} you allowed ahead`
}

function sayPause({ approved, pauseReason }: StatusView): Said {
  const held = approved === 1 ? 'One approved post goes' : `${approved} approved posts go`
  const after = approved > 0 ? ` ${held} out when you resume.` : ''
  const why = pauseReason === 'paused from the dashboard' ? null : pauseReason
  const words = (
    <p>
      No post, no reply, no deletion, whoever asks for it
      {why && (
        <>
          {' '}
          (<bdi>{why}</bdi>)
        </>
      )}
      .{after}
    </p>
  )
  return { look: 'strip-paused', title: 'Paused. Nothing leaves.', words }
}

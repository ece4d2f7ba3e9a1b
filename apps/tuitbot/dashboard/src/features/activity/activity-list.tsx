import { useQuery } from '@tanstack/react-query'
import type { ActivityEntry } from '@tuitbot/server'
import { Button } from '../../components/button.js'
import { Moment } from '../../components/moment.js'
import { PostText } from '../../components/post-text.js'
import { Empty, Failed, Loading } from '../../components/states.js'
import { capitalize } from '../../lib/format.js'
import { useShortcuts } from '../../lib/use-shortcuts.js'
import { useReject } from '../approvals/api.js'
import { activity, useUndo } from './api.js'

const WAITS = new Set<ActivityEntry['word']>(['waiting for you', 'waiting for others', 'needs you'])

/** What happened, newest first. What waits is shown elsewhere, and larger. */
export function ActivityList() {
  const { data, isPending, error, refetch } = useQuery(activity)
  const undo = useUndo()
  const reject = useReject()
  const latest = data?.find(({ canUndo }) => canUndo)?.intent
  useShortcuts({ u: latest === undefined ? undefined : () => undo.mutate(latest) })

  if (isPending) return <Loading label="Loading what happened" rows={3} />
  if (!data) return <Failed error={error} onRetry={() => void refetch()} />
  const items = data.filter(({ word }) => !WAITS.has(word))
  if (items.length === 0) {
    return (
      <Empty icon="quill" title="Nothing yet">
        What goes out, what is refused and why will be listed here.
      </Empty>
    )
  }

  return (
    <ol className="activity">
      {items.map((item, index) => (
        <ActivityRow
          key={item.intent ?? `note-${item.at}-${index}`}
          item={item}
          isBusy={
            (undo.isPending && undo.variables === item.intent) ||
            (reject.isPending && reject.variables.id === item.approval)
          }
          onUndo={(intent) => undo.mutate(intent)}
          onTakeBack={(id) => reject.mutate({ id, note: '' })}
        />
      ))}
    </ol>
  )
}

interface RowProps {
  readonly item: ActivityEntry
  readonly isBusy: boolean
  readonly onUndo: (intent: string) => void
  readonly onTakeBack: (approval: number) => void
}

function ActivityRow({ item, isBusy, onUndo, onTakeBack }: RowProps) {
  const { word, at, parts, text, reason, rule, intent, approval, canUndo, canTakeBack } = item
  if (word === 'note') {
    return (
      <li className="activity-note">
        <p>
          <bdi>{capitalize(text)}</bdi>
        </p>
        <Moment at={at} />
      </li>
    )
  }
  return (
    <li className={`activity-item tone-${TONES[word]}`}>
      <p className="activity-head">
        <b>{capitalize(word)}</b> <Moment at={at} />
      </p>
      <p className="activity-text" dir="auto">
        <PostText parts={parts} />
      </p>
      {reason !== undefined && (
        <p className="activity-reason">
          <bdi>{sayReason(word, reason)}</bdi> {rule !== undefined && <code>{rule}</code>}
        </p>
      )}
      {canUndo && intent !== undefined && (
        <Button look="quiet" icon="undo" disabled={isBusy} onClick={() => onUndo(intent)}>
          Undo
        </Button>
      )}
      {canTakeBack && approval !== undefined && (
        <Button look="quiet" icon="undo" disabled={isBusy} onClick={() => onTakeBack(approval)}>
          Take back
        </Button>
      )}
    </li>
  )
}

/** Why something was rejected a person has said, in words that stay as they are. */
function sayReason(word: ActivityEntry['word'], reason: string): string {
  return word === 'rejected' ? reason : capitalize(reason)
}

const TONES: Readonly<Record<Exclude<ActivityEntry['word'], 'note'>, string>> = {
  posted: 'good',
  'already posted': 'good',
  'on its way': 'open',
  'not yet known': 'open',
  'waiting for you': 'open',
  'waiting for others': 'open',
  'needs you': 'bad',
  refused: 'bad',
  failed: 'bad',
  deleted: 'calm',
  rejected: 'calm',
  expired: 'calm',
  rehearsed: 'calm',
  undone: 'calm',
}

import type { ApprovalCard } from '@tuitbot/server'
import { Moment } from '../../components/moment.js'

/** What persons have said about it. */
export function Notes({ notes }: Pick<ApprovalCard, 'notes'>) {
  if (notes.length === 0) return undefined
  return (
    <ul className="notes" aria-label="Notes">
      {notes.map(({ by, at, note }) => (
        <li key={at}>
          <p className="edits-text">{note}</p>
          <p className="edits-who">
            {by === 'dashboard' ? 'You' : by}, <Moment at={at} />
          </p>
        </li>
      ))}
    </ul>
  )
}

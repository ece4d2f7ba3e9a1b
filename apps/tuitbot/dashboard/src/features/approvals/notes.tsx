import type { ApprovalCard } from '@tuitbot/server'
import { Moment } from '../../components/moment.js'
import { PostText } from '../../components/post-text.js'

/** What persons have said about it. */
export function Notes({ notes, you }: Pick<ApprovalCard, 'notes'> & { readonly you: string }) {
  if (notes.length === 0) return undefined
  return (
    <ul className="notes" aria-label="Notes">
      {notes.map(({ by, at, parts }) => (
        <li key={at}>
          <p className="edits-text" dir="auto">
            <PostText parts={parts} />
          </p>
          <p className="edits-who">
            <bdi>{by === you ? 'You' : by}</bdi>, <Moment at={at} />
          </p>
        </li>
      ))}
    </ul>
  )
}

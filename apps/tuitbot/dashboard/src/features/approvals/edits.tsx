import type { ApprovalCard } from '@tuitbot/server'
import { Moment } from '../../components/moment.js'
import { PostText } from '../../components/post-text.js'

/** How it read before, where someone has changed it. */
export function Edits({ edits, you }: Pick<ApprovalCard, 'edits'> & { readonly you: string }) {
  if (edits.length === 0) return undefined
  return (
    <details className="edits">
      <summary>{edits.length === 1 ? 'Edited once' : `Edited ${edits.length} times`}</summary>
      <ol>
        {edits.map(({ by, at, parts }) => (
          <li key={at}>
            <p className="edits-who">
              By <bdi>{by === you ? 'you' : by}</bdi> <Moment at={at} />, it read:
            </p>
            <p className="edits-text" dir="auto">
              <PostText parts={parts} />
            </p>
          </li>
        ))}
      </ol>
    </details>
  )
}

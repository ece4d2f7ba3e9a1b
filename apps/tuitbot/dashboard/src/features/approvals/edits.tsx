import type { ApprovalCard } from '@tuitbot/server'
import { Moment } from '../../components/moment.js'

/** How it read before, where someone has changed it. */
export function Edits({ edits }: Pick<ApprovalCard, 'edits'>) {
  if (edits.length === 0) return undefined
  return (
    <details className="edits">
      <summary>{edits.length === 1 ? 'Edited once' : `Edited ${edits.length} times`}</summary>
      <ol>
        {edits.map(({ by, at, before }) => (
          <li key={at}>
            <p className="edits-who">
              By {by === 'dashboard' ? 'you' : by} <Moment at={at} />, it read:
            </p>
            <p className="edits-text">{before}</p>
          </li>
        ))}
      </ol>
    </details>
  )
}

import type { DraftProblemView } from '@tuitbot/server'
import { Icon } from './icon.js'

/** What must change before a text can go out. */
export function DraftProblems({ problems }: { readonly problems: readonly DraftProblemView[] }) {
  return (
    <ul className="problems" aria-live="polite">
      {problems.map(({ code, message }) => (
        <li key={code + message}>
          <Icon name="alert" />
          {message}
        </li>
      ))}
    </ul>
  )
}

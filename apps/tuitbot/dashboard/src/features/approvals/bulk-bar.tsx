import type { ApprovalCard, BulkItem } from '@tuitbot/server'
import { Button } from '../../components/button.js'
import { capitalize } from '../../lib/format.js'
import { useDecideAll } from './api.js'

interface BulkBarProps {
  readonly picked: readonly ApprovalCard[]
  readonly onClear: () => void
}

/** Decides about all that is picked, and says of each what came of it. */
export function BulkBar({ picked, onClear }: BulkBarProps) {
  const decide = useDecideAll()
  const { data: results = [], isPending, reset } = decide
  if (picked.length === 0 && results.length === 0) return null
  const say = (decision: 'approve' | 'reject') => () =>
    decide.mutate({ decision, picked }, { onSuccess: onClear })
  return (
    <section className="bulk" aria-label="Several at once">
      {picked.length > 0 ? (
        <div className="card-actions">
          <p>{picked.length} picked</p>
          <Button look="primary" icon="check" disabled={isPending} onClick={say('approve')}>
            Approve {picked.length}
          </Button>
          <Button icon="cross" disabled={isPending} onClick={say('reject')}>
            Reject {picked.length}
          </Button>
          <Button look="quiet" onClick={onClear}>
            None
          </Button>
        </div>
      ) : (
        <Results results={results} onClose={reset} />
      )}
    </section>
  )
}

function Results({ results, onClose }: { results: readonly BulkItem[]; onClose: () => void }) {
  return (
    <div className="bulk-results">
      <ul role="status">
        {results.map(({ id, title, text, word, reason }, index) => (
          <li key={id ?? -index}>
            <b>{capitalize(word)}</b>
            {reason !== undefined && (
              <>
                . <bdi>{capitalize(reason)}</bdi>
              </>
            )}
            <span className="bulk-text">
              <bdi>{title}</bdi>: <bdi>{text}</bdi>
            </span>
          </li>
        ))}
      </ul>
      <Button look="quiet" onClick={onClose}>
        Close
      </Button>
    </div>
  )
}

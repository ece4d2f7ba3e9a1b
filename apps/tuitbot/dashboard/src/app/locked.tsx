import { useMutation } from '@tanstack/react-query'
import { parseResponse } from 'hono/client'
import { Button } from '../components/button.js'
import { Icon } from '../components/icon.js'
import { login } from '../lib/api.js'
import { capitalize } from '../lib/format.js'
import { toProblem } from '../lib/problem.js'

/** Who has no session sees this, and nothing else. */
export function Locked() {
  const wasUsed = new URLSearchParams(location.search).has('link')
  const link = useMutation({ mutationFn: () => parseResponse(login.link.$post()) })
  return (
    <main className="locked">
      <div className="card">
        <Icon name="lock" />
        <h1>{wasUsed ? 'That link is used up' : 'This page is locked'}</h1>
        <p>
          Tuitbot prints a link in the terminal in which it runs. It works once, for ten minutes,
          and keeps this browser logged in for a week, or until the page has lain unused for twelve
          hours.
        </p>
        <Button look="primary" disabled={link.isPending} onClick={() => link.mutate()}>
          Print a new link
        </Button>
        <p role="status">
          {link.isSuccess && 'Done: it is in the terminal. Open it from there.'}
          {link.error && capitalize(toProblem(link.error).message)}
        </p>
      </div>
    </main>
  )
}

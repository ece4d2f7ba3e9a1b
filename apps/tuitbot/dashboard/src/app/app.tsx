import { useQuery } from '@tanstack/react-query'
import type { StatusView } from '@tuitbot/server'
import { useEffect, useState } from 'react'
import { Button } from '../components/button.js'
import { ActivityList } from '../features/activity/activity-list.js'
import { ApprovalQueue } from '../features/approvals/approval-queue.js'
import { Composer } from '../features/compose/composer.js'
import { PauseStrip } from '../features/control/pause-strip.js'
import { Grants } from '../features/grants/grants.js'
import { status } from '../features/status/api.js'
import { Figures } from '../features/status/figures.js'
import { toProblem } from '../lib/problem.js'
import { useLive } from '../lib/use-live.js'
import { useShortcuts } from '../lib/use-shortcuts.js'
import { Header } from './header.js'
import { Help } from './help.js'
import { Locked } from './locked.js'
import { LogOut } from './log-out.js'

export function App() {
  const { error } = useQuery(status)
  const isLocked = error !== null && toProblem(error).code === 'not_logged_in'
  return isLocked ? <Locked /> : <Desk />
}

/** What waits, what happened, and the switch. */
function Desk() {
  const { data } = useQuery(status)
  const liveness = useLive()
  const [isHelping, setHelping] = useState(false)
  const [isWriting, setWriting] = useState(false)
  const [draft, setDraft] = useState('')
  useShortcuts({ '?': () => setHelping(true), n: () => setWriting(true) })
  useEffect(() => {
    document.title = titleOf(data)
  }, [data])

  return (
    <>
      <a className="skip" href="#queue">
        To what waits for you
      </a>
      <Header status={data} liveness={liveness} onHelp={() => setHelping(true)} />
      <main className="desk">
        <PauseStrip isLost={liveness === 'lost'} />
        <section className="desk-queue" id="queue" aria-labelledby="queue-title" tabIndex={-1}>
          <div className="section-head">
            <h2 id="queue-title">Waiting for you</h2>
            <p className="count" aria-live="polite">
              {data?.waiting ?? ''}
              <span className="visually-hidden"> waiting</span>
            </p>
            {!isWriting && (
              <Button icon="quill" onClick={() => setWriting(true)}>
                Write<span className="wide-only"> a post</span>
              </Button>
            )}
          </div>
          <a className="jump" href="#happened">
            What happened
          </a>
          {isWriting && (
            <Composer text={draft} onText={setDraft} onClose={() => setWriting(false)} />
          )}
          <ApprovalQueue />
        </section>
        <aside className="desk-side" id="happened" aria-labelledby="activity-title" tabIndex={-1}>
          <div className="section-head">
            <h2 id="activity-title">What happened</h2>
          </div>
          <div className="panel">
            <Figures />
            <Grants />
            <ActivityList />
          </div>
          <LogOut />
        </aside>
      </main>
      {isHelping && <Help onClose={() => setHelping(false)} />}
    </>
  )
}

function titleOf(status: StatusView | undefined): string {
  if (!status) return 'Tuitbot'
  if (status.paused) return 'Paused · Tuitbot'
  return status.waiting > 0 ? `(${status.waiting}) Tuitbot` : 'Tuitbot'
}

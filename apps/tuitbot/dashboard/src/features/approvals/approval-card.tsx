import type { ApprovalCard as Approval } from '@tuitbot/server'
import { type FormEvent, type Ref, useId, useState } from 'react'
import { Button } from '../../components/button.js'
import { Moment } from '../../components/moment.js'
import { Post } from '../../components/post.js'
import { type Found, useResolve } from './api.js'
import { EditForm } from './edit-form.js'
import { Edits } from './edits.js'
import { isWaiting } from './is-waiting.js'
import { More } from './more.js'
import { Notes } from './notes.js'
import { Why } from './why.js'

/** What the person is doing with a card. */
export type Doing = 'edit' | 'reject' | 'more' | undefined

export interface CardProps {
  readonly approval: Approval
  readonly author: { readonly name: string; readonly username: string }
  /** In whose name the page decides. */
  readonly you: string
  readonly isSelected: boolean
  readonly isBusy: boolean
  readonly isPaused: boolean
  readonly isPicked: boolean
  readonly canPick: boolean
  readonly doing: Doing
  readonly ref: Ref<HTMLElement>
  readonly onSelect: () => void
  readonly onPick: () => void
  readonly onDo: (doing: Doing) => void
  readonly onApprove: () => void
  readonly onReject: (note: string) => void
  readonly onPutOff: () => void
}

/** One decision: the post as it will look, what it answers, why it waits and what it costs. */
export function ApprovalCard({ approval, author, doing, ref, ...rest }: CardProps) {
  const { id, title, answers, answeredParts, parts, createdAt } = approval
  const labelId = useId()
  const { you, isSelected, isPicked, canPick, onSelect, onPick, onDo } = rest
  return (
    <article
      className={isSelected ? 'card card-selected' : 'card'}
      aria-labelledby={labelId}
      tabIndex={-1}
      ref={ref}
      onFocus={onSelect}
    >
      <div className="card-head">
        {canPick && (
          <input
            type="checkbox"
            aria-label={`Pick: ${title}`}
            title="Pick, to decide about several at once"
            checked={isPicked}
            onChange={onPick}
          />
        )}
        <h3 className="card-eyebrow" id={labelId}>
          <span>
            <bdi>{title}</bdi> {id > 0 && <small>#{id}</small>}
          </span>{' '}
          <Moment at={createdAt} />
        </h3>
      </div>
      {answers?.text !== undefined && (
        <Post
          name={answers.username ?? 'someone'}
          username={answers.username ?? 'someone'}
          parts={answeredParts}
          isAnswered
        />
      )}
      {doing === 'edit' ? (
        <EditForm approval={approval} author={author} onClose={() => onDo(undefined)} />
      ) : (
        <>
          <Post {...author} parts={parts} />
          <Why approval={approval} you={you} />
          <Edits edits={approval.edits} you={you} />
          <Notes notes={approval.notes} you={you} />
          {doing === 'reject' ? (
            <RejectQuestion {...rest} />
          ) : (
            <Actions approval={approval} isOpen={doing === 'more'} {...rest} />
          )}
          {doing === 'more' && (
            <More approval={approval} {...rest} onClose={() => onDo(undefined)} />
          )}
        </>
      )}
    </article>
  )
}

type Handlers = Omit<CardProps, 'approval' | 'author' | 'doing' | 'ref'>

function Actions({
  approval,
  you,
  isBusy,
  isPaused,
  isOpen,
  onApprove,
  onDo,
}: Handlers & { readonly approval: Approval; readonly isOpen: boolean }) {
  if (!isWaiting(approval)) {
    return <FoundQuestion intent={approval.intent} />
  }
  return (
    <div className="card-actions">
      {approval.canApprove.includes(you) && (
        <Button look="primary" icon="check" shortcut="a" disabled={isBusy} onClick={onApprove}>
          {isBusy ? 'Posting…' : isPaused ? 'Approve for later' : 'Approve'}
        </Button>
      )}
      <Button icon="pencil" shortcut="e" disabled={isBusy} onClick={() => onDo('edit')}>
        Edit
      </Button>
      <Button
        look="quiet"
        icon="cross"
        shortcut="r"
        disabled={isBusy}
        onClick={() => onDo('reject')}
      >
        Reject
      </Button>
      <Button
        look="quiet"
        shortcut="m"
        aria-expanded={isOpen}
        aria-controls={isOpen ? `more-${approval.id}` : undefined}
        disabled={isBusy}
        onClick={() => onDo(isOpen ? undefined : 'more')}
      >
        {isOpen ? 'Less' : 'More'}
      </Button>
    </div>
  )
}

/** What nobody but the person can find out. */
function FoundQuestion({ intent }: { readonly intent: string }) {
  const { mutate, isPending } = useResolve()
  const say = (found: Found) => () => mutate({ intent, found })
  return (
    <>
      <p className="card-hint">
        X did not say whether this went out, and Tuitbot could not find out. Look at your timeline.
      </p>
      <div className="card-actions" role="group" aria-label="What did you find?">
        <Button look="primary" icon="check" disabled={isPending} onClick={say('done')}>
          It is there
        </Button>
        <Button icon="cross" disabled={isPending} onClick={say('not_done')}>
          It is not there
        </Button>
        <Button look="quiet" disabled={isPending} onClick={say('look_again')}>
          Look again
        </Button>
      </div>
    </>
  )
}

function RejectQuestion({ isBusy, onReject, onDo }: Handlers) {
  const [note, setNote] = useState('')
  const reject = (event: FormEvent) => {
    event.preventDefault()
    onReject(note)
  }
  return (
    <form
      className="card-actions reject"
      aria-label="Reject this?"
      onSubmit={reject}
      onKeyDown={(event) => event.key === 'Escape' && onDo(undefined)}
    >
      <p>Reject this? It cannot be brought back.</p>
      <input
        className="field field-wide"
        aria-label="Why not"
        placeholder="Why not? Who asked is told"
        maxLength={2_000}
        value={note}
        onChange={(event) => setNote(event.target.value)}
        autoFocus
      />
      <Button type="submit" look="danger" icon="cross" disabled={isBusy}>
        Reject
      </Button>
      <Button look="quiet" onClick={() => onDo(undefined)}>
        Keep it
      </Button>
    </form>
  )
}

import type { ApprovalCard } from '@tuitbot/server'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.js'
import { useTell } from '../../components/notices.js'
import { listLater } from '../../lib/days.js'
import { AllowForm } from '../grants/allow-form.js'
import { useLink, useNote, useSnooze } from './remark-api.js'

interface MoreProps {
  readonly approval: ApprovalCard
  readonly you: string
  readonly isBusy: boolean
  readonly onApprove: () => void
  /** It is not shown any more, for now. */
  readonly onPutOff: () => void
  readonly onClose: () => void
}

/** What else can be done with a card: put off, note, hand on, allow more like it. */
export function More({ approval, you, isBusy, onApprove, onPutOff, onClose }: MoreProps) {
  return (
    <div
      className="more"
      id={`more-${approval.id}`}
      role="group"
      aria-label="More"
      onKeyDown={(event) => event.key === 'Escape' && onClose()}
    >
      <Later approval={approval} onDone={onPutOff} />
      {approval.canAllowMore && (
        <AllowForm approval={approval} isBusy={isBusy} onAllowed={onApprove} />
      )}
      <NoteForm id={approval.id} />
      <LinkRow approval={approval} you={you} />
    </div>
  )
}

function Later({
  approval,
  onDone,
}: Pick<MoreProps, 'approval'> & { readonly onDone: () => void }) {
  const snooze = useSnooze()
  const [choices] = useState(() => listLater(new Date()))
  const { id, expiresAt } = approval
  return (
    <div className="more-row">
      <p>Show it later</p>
      {choices
        .filter(([, until]) => expiresAt === null || until < expiresAt)
        .map(([words, until], index) => (
          <Button
            key={words}
            // The person has just opened this.
            autoFocus={index === 0}
            disabled={snooze.isPending}
            onClick={() => snooze.mutate({ id, until }, { onSuccess: onDone })}
          >
            {words}
          </Button>
        ))}
    </div>
  )
}

function NoteForm({ id }: { readonly id: number }) {
  const [note, setNote] = useState('')
  const keep = useNote()
  const submit = (event: FormEvent) => {
    event.preventDefault()
    keep.mutate({ id, note }, { onSuccess: () => setNote('') })
  }
  return (
    <form className="more-row" onSubmit={submit}>
      <input
        className="field field-wide"
        aria-label="Note"
        placeholder="A note, for you or who decides with you"
        maxLength={2_000}
        required
        value={note}
        onChange={(event) => setNote(event.target.value)}
      />
      <Button type="submit" icon="pencil" disabled={keep.isPending || note.trim() === ''}>
        Keep the note
      </Button>
    </form>
  )
}

/** One for each who can approve it: a link decides in one name. */
function LinkRow({ approval, you }: Pick<MoreProps, 'approval' | 'you'>) {
  const link = useLink()
  const tell = useTell()
  const copy = (to: string) =>
    link.mutate(
      { id: approval.id, to },
      {
        onSuccess: ({ url }) =>
          void navigator.clipboard.writeText(url).then(
            () => tell({ text: 'Copied. The link decides once, on this machine.' }),
            () => tell({ text: 'The link could not be copied. It is shown on the card.' }),
          ),
      },
    )
  return (
    <div className="more-row">
      <p>A link that decides this once</p>
      {link.data && (
        <input
          className="field field-wide"
          aria-label="Link"
          readOnly
          value={link.data.url}
          onFocus={(event) => event.target.select()}
        />
      )}
      {approval.canApprove.map((name) => (
        <Button key={name} icon="outside" disabled={link.isPending} onClick={() => copy(name)}>
          {name === you ? 'Copy a link' : `Copy a link for ${name}`}
        </Button>
      ))}
    </div>
  )
}

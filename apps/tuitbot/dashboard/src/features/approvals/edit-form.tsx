import type { ApprovalCard } from '@tuitbot/server'
import { type FormEvent, useState } from 'react'
import { Button } from '../../components/button.js'
import { DraftProblems } from '../../components/draft-problems.js'
import { LengthRing } from '../../components/length-ring.js'
import { Post } from '../../components/post.js'
import { capitalize } from '../../lib/format.js'
import { toProblem } from '../../lib/problem.js'
import { usePreview } from '../compose/api.js'
import { useEdit } from './api.js'

interface EditFormProps {
  readonly approval: ApprovalCard
  readonly author: { readonly name: string; readonly username: string }
  readonly onClose: () => void
}

/** Other words in the same place, checked as they are typed. */
export function EditForm({ approval, author, onClose }: EditFormProps) {
  // What is there when the editing begins; a change from elsewhere must not slip by unseen.
  const [seen] = useState(approval)
  const [text, setText] = useState(seen.text)
  const { length, problems, isFit } = usePreview(text)
  const edit = useEdit()
  const failure = edit.error ? toProblem(edit.error) : undefined

  const save = (event: FormEvent) => {
    event.preventDefault()
    if (text === seen.text) onClose()
    else if (isFit) edit.mutate({ ...seen, text }, { onSuccess: onClose })
  }

  return (
    <form onSubmit={save} onKeyDown={(event) => event.key === 'Escape' && onClose()}>
      <Post {...author}>
        <textarea
          className="post-field"
          aria-label="Text of the post"
          rows={3}
          dir="auto"
          // The person has just asked to edit.
          autoFocus
          value={text}
          onChange={(event) => setText(event.target.value)}
          onKeyDown={(event) => {
            if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) save(event)
          }}
        />
      </Post>
      <DraftProblems
        problems={
          failure ? [{ code: failure.code, message: capitalize(failure.message) }] : problems
        }
      />
      <div className="card-actions">
        <Button
          type="submit"
          look="primary"
          icon="check"
          disabled={(text !== seen.text && !isFit) || edit.isPending}
        >
          Save
        </Button>
        <Button look="quiet" onClick={onClose}>
          Cancel
        </Button>
        <LengthRing length={length} />
      </div>
    </form>
  )
}

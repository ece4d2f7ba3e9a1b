import { useQuery } from '@tanstack/react-query'
import { type FormEvent, useId, useState } from 'react'
import { Button } from '../../components/button.js'
import { DraftProblems } from '../../components/draft-problems.js'
import { LengthRing } from '../../components/length-ring.js'
import { Post } from '../../components/post.js'
import { formatMoney } from '../../lib/format.js'
import { status } from '../status/api.js'
import { usePost, usePreview } from './api.js'

interface ComposerProps {
  /** Kept outside, so that whoever closes it by mistake finds it again. */
  readonly text: string
  readonly onText: (text: string) => void
  readonly onClose: () => void
}

/** Writing a post: the words, then how it will look and what it costs, then out. */
export function Composer({ text, onText, onClose }: ComposerProps) {
  const [isPreview, setPreview] = useState(false)
  const { preview, length, problems, isFit } = usePreview(text)
  const { data } = useQuery(status)
  const post = usePost(() => {
    onText('')
    onClose()
  })
  const labelId = useId()
  if (!data) return null
  const { name, username } = data.account
  const act = data.decidesAlone ? 'Post now' : 'Ask for approval'

  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!isFit) return
    if (isPreview) post.mutate(text)
    else setPreview(true)
  }
  const leave = () => (isPreview ? setPreview(false) : onClose())

  return (
    <form
      className="card composer"
      aria-labelledby={labelId}
      onSubmit={submit}
      onKeyDown={(event) => event.key === 'Escape' && leave()}
    >
      <h3 className="card-eyebrow" id={labelId}>
        {isPreview ? 'This is how it will look' : 'Write a post'}
      </h3>
      {isPreview ? (
        <Post name={name} username={username} parts={preview?.parts ?? []} />
      ) : (
        <Post name={name} username={username}>
          <textarea
            className="post-field"
            aria-label="Text of the post"
            placeholder="What do you want to say?"
            rows={3}
            dir="auto"
            // The person has just asked to write.
            autoFocus
            value={text}
            onChange={(event) => onText(event.target.value)}
            onKeyDown={(event) => {
              if (event.key === 'Enter' && (event.metaKey || event.ctrlKey)) submit(event)
            }}
          />
        </Post>
      )}
      <DraftProblems problems={problems} />
      <div className="card-actions">
        <Button
          type="submit"
          look="primary"
          icon={isPreview ? 'check' : 'quill'}
          disabled={!isFit || post.isPending || (isPreview && data.paused)}
        >
          {isPreview ? `${act} for ${formatMoney(preview?.priceMicroUsd ?? 0)}` : 'Preview'}
        </Button>
        <Button look="quiet" onClick={leave}>
          {isPreview ? 'Back' : 'Cancel'}
        </Button>
        <LengthRing length={length} />
      </div>
      {isPreview && data.paused && <p className="card-hint">Paused: resume first, then post.</p>}
    </form>
  )
}

import type { Part } from '@tuitbot/server'

/** A text as X shows it. What a reader could not see is spelled out, in a box. */
export function PostText({ parts }: { readonly parts: readonly Part[] }) {
  return parts.map(({ kind, text }, index) => {
    // Parts never move: the list is made anew when the text changes.
    const key = `${index}-${kind}`
    if (kind === 'text') return <span key={key}>{text}</span>
    if (kind === 'hidden') {
      return (
        <mark key={key} className="hidden-character" title="A character that nobody sees">
          {text}
        </mark>
      )
    }
    return (
      <span key={key} className="entity">
        {text}
      </span>
    )
  })
}

import type { Part } from '@tuitbot/server'

/** Says that a text has what nobody would see, and how much of it. */
export function HiddenNote({ parts }: { readonly parts: readonly Part[] }) {
  const count = parts.filter(({ kind }) => kind === 'hidden').length
  if (count === 0) return null
  return <p className="hidden-note">Hidden characters, shown by their numbers: {count}</p>
}

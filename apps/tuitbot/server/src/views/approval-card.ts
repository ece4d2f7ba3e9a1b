import { type ApprovalView } from '@tuitbot/core'
import { type Part, toParts } from './to-parts.js'

/** What waits, as the post will look. */
export interface ApprovalCard extends Omit<ApprovalView, 'edits' | 'notes'> {
  /** What or who wrote it, in words. */
  readonly writer: string
  readonly parts: readonly Part[]
  readonly answeredParts: readonly Part[]
  readonly edits: ReadonlyArray<InParts<'edits'>>
  readonly notes: ReadonlyArray<InParts<'notes'>>
}

type InParts<K extends 'edits' | 'notes'> = ApprovalView[K][number] & {
  readonly parts: readonly Part[]
}

export function toCard(view: ApprovalView): ApprovalCard {
  return {
    ...view,
    writer: sayWriter(view),
    parts: toParts(view.text),
    answeredParts: toParts(view.answers?.text ?? ''),
    edits: view.edits.map((edit) => ({ ...edit, parts: toParts(edit.before) })),
    notes: view.notes.map((one) => ({ ...one, parts: toParts(one.note) })),
  }
}

export function sayWriter({ writtenBy, askedBy }: ApprovalView): string {
  if (writtenBy === 'offline') return 'Offline template'
  return writtenBy ?? askedBy
}

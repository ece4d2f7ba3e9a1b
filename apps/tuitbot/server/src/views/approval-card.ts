import { type ApprovalView } from '@tuitbot/core'
import { type Part, toParts } from './to-parts.js'

/** What waits, as the post will look. */
export interface ApprovalCard extends ApprovalView {
  readonly parts: readonly Part[]
  readonly answeredParts: readonly Part[]
}

export function toCard(view: ApprovalView): ApprovalCard {
  return { ...view, parts: toParts(view.text), answeredParts: toParts(view.answers?.text ?? '') }
}

import { createPost, type DecisionResult } from '@tuitbot/core'
import { answer } from './answer.js'
import { type Options } from './commands.js'
import { type Io } from './io.js'
import { showOutcome } from './show.js'

/** What came of a decision, and the exit code. */
export function reportDecision(result: DecisionResult, options: Options, io: Io): number {
  answer(io, options, result, () => describe(result))
  return result.kind === 'decided' ? 0 : 1
}

function describe(result: DecisionResult): string {
  switch (result.kind) {
    case 'decided': {
      const { approval, outcome } = result
      if (!outcome) return `#${approval.id}  ${approval.status}`
      return `#${approval.id}  ${showOutcome(outcome, createPost.name)}`
    }
    case 'moved_on':
      return `#${result.approval.id} waits no longer: ${result.approval.status}`
    case 'denied':
      return `refused: ${result.reason}`
    case 'conflict':
      return `refused: ${result.message}`
  }
}

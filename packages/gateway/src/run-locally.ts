import { type JsonValue } from '@armorer/core'
import { claimRequest, explain, findDone, lookForDone } from './claim-request.js'
import { type LocalChange, type LocalEffectSpec } from './effect.js'
import { type Denial, type Outcome } from './outcome.js'
import { type Parts } from './parts.js'
import { type ReadRequest } from './read-request.js'
import { messageOf } from './thrown.js'
import { type GatewayRequest } from './request.js'
import { toSucceeded } from './settle.js'
import { LocalConflict } from './store.js'
import { refOf, toOutcome } from './to-outcome.js'

/** A change of rows of this database: it is made in the transaction that claims it, and done when that is committed. */
export async function runLocally(
  parts: Parts,
  request: GatewayRequest,
  read: ReadRequest,
  effect: LocalEffectSpec,
): Promise<Outcome> {
  const done = await lookForDone(parts, request, read)
  if (done) return toOutcome(done)
  const change = changeOf(effect, read.args)
  // It may have been done while it still could be.
  if ('kind' in change) return toOutcome((await findDone(parts, request, read)) ?? change)
  const settled = toSucceeded(effect, read.args, change)
  try {
    const { intent, answer } = await claimRequest(parts, request, read, {
      local: { statements: change.statements, settled },
    })
    switch (answer.kind) {
      case 'applied':
        return {
          kind: 'executed',
          ...refOf(answer.intent),
          value: change.value,
          ...(settled.undo && { undo: settled.undo }),
        }
      case 'claimed':
      case 'dispatched':
        throw new Error('a local change was claimed and not made')
      default:
        return toOutcome(await explain(parts, read, intent, answer))
    }
  } catch (error) {
    if (!(error instanceof LocalConflict)) throw error
    return { kind: 'conflict', message: error.message }
  }
}

/** What a local effect would change, or why it cannot be said. */
export function changeOf(effect: LocalEffectSpec, args: JsonValue): LocalChange<unknown> | Denial {
  try {
    return effect.apply(args)
  } catch (error) {
    const reason = `${effect.operation.name}: ${messageOf(error)}`
    return { kind: 'denied', code: 'invalid_input', reason }
  }
}

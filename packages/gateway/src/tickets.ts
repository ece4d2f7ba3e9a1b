import { claimRequest, explain, lookForDone } from './claim-request.js'
import { type Sent } from './effect.js'
import { type DispatchResult } from './gateway.js'
import { type Denial, type GatewayDecision, type Outcome } from './outcome.js'
import { getEffect, type Parts } from './parts.js'
import { prepareAndDispatch, type ClaimedIntent } from './prepare.js'
import { readRequest, takeDown } from './read-request.js'
import { type GatewayRequest, type RunOptions } from './request.js'
import { permitOf, settle } from './settle.js'
import { type Ticket } from './ticket.js'

/** The sequence in the open: evaluate, dispatch, complete. */
export interface Tickets {
  evaluate(request: GatewayRequest, options?: RunOptions): Promise<GatewayDecision>
  dispatch(ticket: Ticket, options?: RunOptions): Promise<DispatchResult>
  complete(ticket: Ticket, sent: Sent): Promise<Outcome>
}

export function createTickets(parts: Parts): Tickets {
  // A ticket is worth what stands here, whatever it says itself.
  const claimed = new WeakMap<Ticket, ClaimedIntent>()
  const dispatching = new WeakSet<Ticket>()

  const find = (ticket: Ticket): ClaimedIntent => {
    const intent = claimed.get(ticket)
    if (!intent) throw new TypeError('this ticket was not made by this gateway')
    return intent
  }

  return {
    async evaluate(given, options = {}) {
      const request = takeDown(given)
      if ('kind' in request) return request
      const effect = getEffect(parts, request.operation.name)
      if (effect.class === 'local')
        throw new TypeError('a local effect is only run, not dispatched')
      const read = await readRequest(effect, request)
      if ('kind' in read) return read
      const done = await lookForDone(parts, request, read)
      if (done) return done
      const { intent, answer } = await claimRequest(parts, request, read, options)
      if (answer.kind === 'applied' || answer.kind === 'dispatched') {
        throw new Error('a claim went further than it was asked to')
      }
      if (answer.kind !== 'claimed') return explain(parts, read, intent, answer)
      const { lease } = answer
      const ticket = Object.freeze({
        intent: intent.id,
        correlationId: intent.correlationId,
        generation: lease.generation,
        account: intent.account,
        operation: intent.operation,
      })
      claimed.set(ticket, { ...intent, effect, lease })
      return { kind: 'proceed', ticket }
    },
    async dispatch(ticket, options = {}) {
      const intent = find(ticket)
      // A second preparation that failed would be taken for the end of the first.
      if (dispatching.has(ticket)) return dispatchedAlready(intent)
      dispatching.add(ticket)
      const ready = await prepareAndDispatch(parts, intent, options)
      if ('kind' in ready) {
        // The database had no time for it; no permit was made, so it may be tried again.
        if (ready.kind === 'denied' && ready.code === 'storage') dispatching.delete(ticket)
        return ready
      }
      return { kind: 'dispatched', permit: permitOf(parts, ready), request: ready.request }
    },
    complete: (ticket, sent) => settle(parts, find(ticket), sent),
  }
}

function dispatchedAlready({ id }: ClaimedIntent): Denial {
  const reason = 'this ticket has been dispatched before; a ticket is good for one dispatch'
  return { kind: 'denied', code: 'lost_lease', reason, intent: id }
}

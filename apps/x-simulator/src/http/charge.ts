import { type Caller } from '../auth/tokens.js'
import { listItems, postPrice } from '../limits/prices.js'
import { type Simulation } from '../simulation.js'
import { type Endpoint, type Reply } from './endpoint.js'

interface Charge {
  readonly caller: Caller
  readonly endpoint: Endpoint
  readonly reply: Reply
  readonly params: Readonly<Record<string, string>>
}

/** Puts a call that succeeded on the app's bill, and says what it cost. */
export function charge({ meter }: Simulation, { caller, endpoint, reply, params }: Charge): number {
  const { price } = endpoint
  const { app } = caller
  switch (price.kind) {
    case 'free':
      return 0
    case 'per-call':
      return meter.chargeCall(app, price.dollars)
    case 'post':
      return meter.chargeCall(app, postPrice(reply.written ?? { links: 0, summoned: false }))
    case 'per-object': {
      const own = caller.kind === 'user' && caller.accountId === app.ownerId
      const owned = price.ownable === true && own && params['id'] === app.ownerId
      return meter.chargeItems(app, listItems(reply.body, price.resource, owned))
    }
  }
}

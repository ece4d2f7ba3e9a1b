import { type Caller } from '../auth/tokens.js'
import { allows } from '../limits/access.js'
import { type Simulation } from '../simulation.js'
import { type Endpoint } from './endpoint.js'
import { problemType, XProblem } from './problem.js'

/** Refuses what the app's contract does not cover: calls of another level, or beyond its credits or cap. */
export function checkContract(simulation: Simulation, endpoint: Endpoint, { app }: Caller) {
  const enough = endpoint.needs === undefined || allows(app.access, endpoint.needs)
  if (app.access === 'not-enrolled' || !enough) {
    throw new XProblem(403, {
      client_id: app.id,
      detail: `This call is not part of the access level of your app [${app.id}].`,
      registration_url: 'https://developer.x.com/en/portal/products',
      title: 'Client Forbidden',
      required_enrollment: app.access === 'not-enrolled' ? 'Pay-per-use' : 'Enterprise',
      reason: 'client-not-enrolled',
      type: problemType('client-forbidden'),
    })
  }
  if (app.credits <= 0 && endpoint.price.kind !== 'free') {
    throw new XProblem(402, {
      account_id: app.id,
      title: 'CreditsDepleted',
      detail: `Your enrolled account [${app.id}] does not have any credits to fulfill this request.`,
      type: problemType('credits'),
    })
  }
  const isPaidRead = endpoint.method === 'GET' && endpoint.price.kind !== 'free'
  if (isPaidRead && simulation.meter.postsThisMonth() >= simulation.postCap) {
    throw new XProblem(429, {
      title: 'UsageCapExceeded',
      detail: 'Usage cap exceeded: Monthly product cap',
      period: 'Monthly',
      scope: 'Product',
      account_id: app.id,
      type: problemType('usage-capped'),
    })
  }
}

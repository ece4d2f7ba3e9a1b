import { type Caller } from '../auth/tokens.js'
import { allows } from '../limits/access.js'
import { listItems, postPrice } from '../limits/prices.js'
import { type Simulation } from '../simulation.js'
import { type ReceivedRequest } from '../truth.js'
import { type Answer, type Json, jsonAnswer } from './answer.js'
import { authenticate } from './authenticate.js'
import { type Call, type Endpoint, type Reply } from './endpoint.js'
import { readNames, toOldNames } from './names.js'
import { invalidParameter, legacyProblem, plainProblem, problemType, XProblem } from './problem.js'
import { readQuery } from './query.js'
import { header, type Request } from './request.js'

export interface ApiRequest {
  readonly request: Request
  readonly endpoint: Endpoint
  readonly params: Readonly<Record<string, string>>
  readonly entry: ReceivedRequest
  /** How far behind the present this request's reads are. */
  readonly lagMs: number
}

/** Answers one call of an endpoint: who asks, may they, what is it, and what did it cost. */
export function answerApi(simulation: Simulation, api: ApiRequest): Answer {
  const { request, endpoint, entry } = api
  const { search, asked } = readNames(request.search)
  const names = simulation.names === 'asked' ? (asked ?? 'post') : simulation.names
  const write = (body: Json) => (names === 'tweet' ? toOldNames(body) : body)
  let headers: Readonly<Record<string, string>> = {}
  try {
    const caller = authenticate(simulation, request, endpoint)
    entry.caller = nameOf(simulation, caller)
    const key = `${endpoint.method} ${endpoint.path}`
    const standing = simulation.limits.take(key, endpoint.limits, caller)
    headers = standing.headers
    if (!standing.allowed) {
      throw standing.dayIsUp ? plainProblem(429) : legacyProblem(429, 88, 'Rate limit exceeded')
    }
    checkContract(simulation, endpoint, caller)
    const reply = endpoint.run(toCall(simulation, api, { caller, search }))
    entry.dollars = charge(simulation, { caller, endpoint, reply, params: api.params })
    const answer = jsonAnswer(reply.status ?? 200, write(reply.body))
    return { ...answer, headers: { ...headers, ...answer.headers } }
  } catch (error) {
    if (!(error instanceof XProblem)) throw error
    const type = error.legacy ? 'application/json' : 'application/problem+json'
    const answer = jsonAnswer(error.status, write(error.body), type)
    return { ...answer, headers: { ...headers, ...answer.headers } }
  }
}

function toCall(
  simulation: Simulation,
  { request, endpoint, params, entry, lagMs }: ApiRequest,
  { caller, search }: { caller: Caller; search: URLSearchParams },
): Call {
  for (const [name, value] of Object.entries(params)) {
    const form = endpoint.forms?.[name] ?? /^[0-9]{1,19}$/
    if (!form.test(value)) {
      const message = `The \`${name}\` query parameter value [${value}] is not valid`
      throw invalidParameter(name, value, message)
    }
  }
  const { self } = endpoint
  if (self !== undefined && caller.kind === 'user' && params[self] !== caller.accountId) {
    const given = params[self] ?? ''
    const message = `The \`${self}\` query parameter value [${given}] must be the same as the authenticating user [${caller.accountId}]`
    throw invalidParameter(self, given, message)
  }
  const { world, clock, rules, truth, meter } = simulation
  const now = clock.now()
  return {
    method: endpoint.method,
    world,
    now,
    asOf: now - lagMs,
    caller,
    params,
    query: readQuery(endpoint.query ?? {}, search),
    body: request.body,
    contentType: header(request, 'content-type'),
    rules,
    usage: { cap: simulation.postCap, postsByDay: meter.postsByDay },
    effect: (kind, detail) => truth.effect(entry, kind, detail),
  }
}

function checkContract(simulation: Simulation, endpoint: Endpoint, { app }: Caller) {
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
  const read = [...simulation.meter.postsByDay().values()].reduce((sum, count) => sum + count, 0)
  if (read >= simulation.postCap && endpoint.method === 'GET' && endpoint.price.kind !== 'free') {
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

interface Charge {
  readonly caller: Caller
  readonly endpoint: Endpoint
  readonly reply: Reply
  readonly params: Readonly<Record<string, string>>
}

function charge({ meter }: Simulation, { caller, endpoint, reply, params }: Charge): number {
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

function nameOf({ world }: Simulation, caller: Caller): string {
  if (caller.kind === 'app') return 'app'
  return `@${world.accounts.get(caller.accountId)?.username ?? caller.accountId}`
}

import { type Caller } from '../auth/tokens.js'
import { type Simulation } from '../simulation.js'
import { type ReceivedRequest } from '../truth.js'
import { type Answer, type Json, jsonAnswer } from './answer.js'
import { authenticate } from './authenticate.js'
import { charge } from './charge.js'
import { checkContract } from './check-contract.js'
import { type Call, type Endpoint } from './endpoint.js'
import { readNames, toOldNames } from './names.js'
import {
  invalidParameter,
  legacyProblem,
  plainProblem,
  problemAnswer,
  XProblem,
} from './problem.js'
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
    const answer = problemAnswer(error, write(error.body))
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
    usage: {
      cap: simulation.postCap,
      postsByDay: meter.postsByDay,
      postsThisMonth: meter.postsThisMonth,
    },
    effect: (kind, detail) => truth.effect(entry, kind, detail),
  }
}

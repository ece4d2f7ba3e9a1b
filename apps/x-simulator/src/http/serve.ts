import { type ServerResponse } from 'node:http'
import { endpoints } from '../api/endpoints.js'
import { findUnsimulated } from '../api/unsimulated.js'
import { answerAuthorize, authorizePath } from '../auth/answer-authorize.js'
import { answerOAuth } from '../auth/answer-oauth.js'
import { type Caller } from '../auth/tokens.js'
import { type Fault } from '../faults/fault.js'
import { type Simulation } from '../simulation.js'
import { type ReceivedRequest } from '../truth.js'
import { type Answer, emptyNotFound, jsonAnswer } from './answer.js'
import { answerApi } from './answer-api.js'
import { findCaller } from './authenticate.js'
import { type NoteEffect } from './endpoint.js'
import { badBody, cut, drip, hang, send, statusAnswer } from './deliver.js'
import { plainProblem, problemAnswer } from './problem.js'
import { type Request } from './request.js'
import { createRouter } from './router.js'

const route = createRouter(endpoints)

/** Answers a request as X would, or goes wrong as scripted, and keeps the truth of it either way. */
export function serveX(simulation: Simulation, request: Request, response: ServerResponse): void {
  const { clock, faults, truth } = simulation
  const entry = truth.receive(request)
  const caller = findCaller(simulation, request)
  const account = caller && findUsername(simulation, caller)
  entry.caller = account === undefined ? caller?.kind : `@${account}`
  const fault = faults.next({ method: request.method, path: request.path, account })
  entry.fault = fault?.kind
  if (fault?.kind === 'late') {
    clock.after(fault.ms, () => answerX(simulation, request, { entry, lagMs: 0 }))
    sayNothing(simulation, response, { entry, how: fault.answer })
    return
  }
  const isBefore = fault !== undefined && 'when' in fault && fault.when === 'before'
  const lagMs = fault?.kind === 'lag' ? fault.ms : 0
  const started = clock.now()
  const answer = isBefore
    ? jsonAnswer(200, { data: {} })
    : answerX(simulation, request, { entry, lagMs })
  deliver(simulation, response, {
    answer: withCommonHeaders(simulation, answer, started),
    fault,
    entry,
  })
}

interface Reception {
  readonly entry: ReceivedRequest
  readonly lagMs: number
}

function answerX(simulation: Simulation, request: Request, { entry, lagMs }: Reception): Answer {
  if (request.path === authorizePath) return answerAuthorize(simulation, request)
  const effect: NoteEffect = (kind, detail) => simulation.truth.effect(entry, kind, detail)
  const oauth = answerOAuth(simulation, request, effect)
  if (oauth) return oauth
  const unsimulated = findUnsimulated(request.path)
  if (unsimulated) return problemAnswer(unsimulated)
  const match = route(request.method, request.path)
  switch (match.kind) {
    case 'found': {
      const { endpoint, params } = match
      return answerApi(simulation, { request, endpoint, params, entry, lagMs })
    }
    case 'wrong-method':
      return withHeaders(problemAnswer(plainProblem(405)), {
        allow: [...new Set(match.allow)].join(', '),
      })
    case 'none':
      return emptyNotFound
  }
}

interface Delivery {
  readonly answer: Answer
  readonly fault: Fault | undefined
  readonly entry: ReceivedRequest
}

function deliver(simulation: Simulation, response: ServerResponse, delivery: Delivery) {
  const { answer, fault, entry } = delivery
  switch (fault?.kind) {
    case undefined:
    case 'lag':
      entry.status = answer.status
      return send(response, answer)
    case 'drop':
    case 'reset':
      return cut(response, fault.kind)
    case 'hang':
      return hang(response, fault.ms)
    case 'status': {
      const replaced = statusAnswer(fault, simulation.clock.now())
      entry.status = replaced.status
      return send(response, { ...replaced, headers: { ...answer.headers, ...replaced.headers } })
    }
    case 'bad-body':
      entry.status = answer.status
      return send(response, answer, badBody(answer.body, fault.body))
    case 'slow':
      entry.status = answer.status
      return drip(response, answer, fault.ms)
    case 'late':
      return undefined
  }
}

function sayNothing(
  simulation: Simulation,
  response: ServerResponse,
  { entry, how }: { entry: ReceivedRequest; how: 'drop' | 'reset' | 'hang' | 503 },
) {
  if (how === 'hang') return
  if (how !== 503) return cut(response, how)
  entry.status = 503
  const answer = statusAnswer({ kind: 'status', status: 503, when: 'before' }, 0)
  send(response, withCommonHeaders(simulation, answer, simulation.clock.now()))
}

function withCommonHeaders({ clock, random }: Simulation, answer: Answer, started: number): Answer {
  const headers = {
    date: new Date(clock.now()).toUTCString(),
    'api-version': '2.167',
    'x-access-level': 'read-write-directmessages',
    'x-transaction-id': random.hex(16),
    'x-response-time': String(clock.now() - started),
    'cache-control': 'no-cache, no-store, max-age=0',
  }
  return withHeaders(answer, headers)
}

function withHeaders(answer: Answer, headers: Record<string, string>): Answer {
  return { ...answer, headers: { ...headers, ...answer.headers } }
}

function findUsername({ world }: Simulation, caller: Caller): string | undefined {
  return caller.kind === 'user' ? world.accounts.get(caller.accountId)?.username : undefined
}

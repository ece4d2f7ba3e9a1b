import { type Answer, type Json, jsonAnswer, type JsonObject } from './answer.js'

/** A request that X refuses, with the body it refuses it with. */
export class XProblem extends Error {
  override readonly name = 'XProblem'
  readonly status: number
  readonly body: JsonObject
  /** X writes its gateway's errors as plain JSON, all others as problems. */
  readonly legacy: boolean

  constructor(status: number, body: JsonObject, legacy = false) {
    super(`refused with ${status}`)
    this.status = status
    this.body = body
    this.legacy = legacy
  }
}

/** The one way from a refusal to the wire. */
export function problemAnswer(problem: XProblem, body: Json = problem.body): Answer {
  const type = problem.legacy ? 'application/json' : 'application/problem+json'
  return jsonAnswer(problem.status, body, type)
}

const titles: Readonly<Record<number, string>> = {
  400: 'Bad Request',
  401: 'Unauthorized',
  403: 'Forbidden',
  404: 'Not Found',
  405: 'Method Not Allowed',
  409: 'Conflict',
  413: 'Payload Too Large',
  415: 'Unsupported Media Type',
  429: 'Too Many Requests',
  500: 'Internal Server Error',
  501: 'Not Implemented',
  503: 'Service Unavailable',
}

export function problemType(name: string): string {
  return `https://api.x.com/2/problems/${name}`
}

/** A problem that has no type of its own: the text of the status code. */
export function plainProblem(status: number, detail?: string): XProblem {
  const title = titles[status] ?? 'Error'
  return new XProblem(status, { title, detail: detail ?? title, type: 'about:blank', status })
}

export interface ParameterFault {
  readonly parameters: Readonly<Record<string, readonly string[]>>
  readonly message: string
}

export function invalidRequest(...faults: ParameterFault[]): XProblem {
  return new XProblem(400, {
    errors: faults.map(({ parameters, message }) => ({ parameters: { ...parameters }, message })),
    title: 'Invalid Request',
    detail: 'One or more parameters to your request was invalid.',
    type: problemType('invalid-request'),
  })
}

export function invalidParameter(name: string, value: string, message: string): XProblem {
  return invalidRequest({ parameters: { [name]: [value] }, message })
}

/** The refusal of something that this account may not do. */
export function notPermitted(why: string): XProblem {
  return plainProblem(403, `You are not permitted to perform this action. ${why}`)
}

export function legacyProblem(status: number, code: number, message: string): XProblem {
  return new XProblem(status, { errors: [{ code, message }] }, true)
}

export interface Missing {
  readonly resource: 'tweet' | 'user' | 'list' | 'space' | 'media' | 'dm_event' | 'place'
  readonly parameter: string
  readonly value: string
}

/** A partial error: it stands beside the data of a 200. */
export function notFoundError({ resource, parameter, value }: Missing): Json {
  return {
    value,
    detail: `Could not find ${resource} with ${parameter}: [${value}].`,
    title: 'Not Found Error',
    resource_type: resource,
    parameter,
    resource_id: value,
    type: problemType('resource-not-found'),
  }
}

export function suspendedError({ resource, value }: Missing): Json {
  return {
    detail: `User has been suspended: [${value}].`,
    title: 'Forbidden',
    resource_type: resource,
    resource_id: value,
    type: problemType('resource-unavailable'),
  }
}

export function unauthorizedError({ resource, parameter, value }: Missing): Json {
  return {
    value,
    detail: `Sorry, you are not authorized to see the ${resource} with ${parameter}: [${value}].`,
    title: 'Authorization Error',
    resource_type: resource,
    parameter,
    resource_id: value,
    section: 'data',
    type: problemType('not-authorized-for-resource'),
  }
}

/** Nothing to answer with but errors: a success for a read, a failure for a write. */
export function onlyErrors(method: string, error: Json): XProblem {
  return new XProblem(method === 'GET' ? 200 : 404, { errors: [error] }, true)
}

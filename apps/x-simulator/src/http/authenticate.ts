import { type Caller } from '../auth/tokens.js'
import { type Simulation } from '../simulation.js'
import { type Endpoint } from './endpoint.js'
import { plainProblem, problemType, XProblem } from './problem.js'
import { header, type Request } from './request.js'

const kinds: Readonly<Record<Caller['kind'], string>> = {
  app: 'OAuth 2.0 Application-Only',
  user: 'OAuth 2.0 User Context',
}

/** Whose token a request carries, if it carries a good one that this endpoint takes. */
export function authenticate(simulation: Simulation, request: Request, endpoint: Endpoint): Caller {
  const caller = findCaller(simulation, request)
  if (caller === undefined) throw plainProblem(401)
  if (!endpoint.auth.includes(caller.kind)) {
    const supported = endpoint.auth.map((kind) => kinds[kind]).join(', ')
    throw new XProblem(403, {
      title: 'Unsupported Authentication',
      detail: `Authenticating with ${kinds[caller.kind]} is forbidden for this endpoint.  Supported authentication types are [${supported}].`,
      type: problemType('unsupported-authentication'),
      status: 403,
    })
  }
  if (caller.kind === 'user') {
    const missing = endpoint.scopes.filter((scope) => !caller.scopes.has(scope))
    if (missing.length > 0) {
      throw plainProblem(403, `Missing required OAuth 2.0 scopes: [${missing.join(', ')}].`)
    }
  }
  return caller
}

/** Whose token a request carries; `undefined` where it carries no good one. */
export function findCaller({ tokens }: Simulation, request: Request): Caller | undefined {
  const token = /^Bearer ([\x21-\x7e]{1,500})$/i.exec(header(request, 'authorization'))?.[1]
  return token === undefined ? undefined : tokens.findCaller(token)
}

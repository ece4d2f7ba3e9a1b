import { type JsonObject, type JsonValue } from '@armorer/core'
import { endpoints, type EndpointId, type ReadId, type WriteId } from './endpoints/endpoints.js'
import { type Method, type WriteMethod } from './endpoints/endpoint.js'
import { type Param, pathForms } from './endpoints/params.js'
import { ProviderError } from './provider-error.js'

/** A request as plain data. What is sent is made of this and of nothing else, so that its hash is the hash of the send. */
export interface XRequest<M extends Method = Method> {
  readonly method: M
  /** From `/2/` on, every parameter in its place. */
  readonly path: string
  readonly query?: Readonly<Record<string, string>>
  readonly body?: JsonObject
}

export type ReadRequest = XRequest<'GET'>
export type WriteRequest = XRequest<WriteMethod>

/** Values by X's own names of the parameters; `undefined` is left out. */
export type Args = Readonly<Record<string, JsonValue | undefined>>

export function toReadRequest(id: ReadId, args: Args = {}): ReadRequest {
  return { ...place(id, args), method: 'GET' }
}

/** The request of a write, every argument put where the table of endpoints says. */
export function toWriteRequest(id: WriteId, args: Args = {}): WriteRequest {
  const { method } = endpoints[id]
  if (method === 'GET') throw refuse(`${id} is a read`)
  return { ...place(id, args), method }
}

function place(id: EndpointId, args: Args): Omit<XRequest, 'method'> {
  const endpoint = endpoints[id]
  const given = Object.entries(args).filter(([, value]) => value !== undefined)
  const unknown = given.find(([name]) => !endpoint.params.some((param) => param.name === name))
  if (unknown) throw refuse(`${id} takes no ${unknown[0]}`)
  let { path } = endpoint
  const query: Record<string, string> = {}
  const body: Record<string, JsonValue> = {}
  for (const param of endpoint.params) {
    const value = args[param.name]
    if (value === undefined) {
      if (param.required) throw refuse(`${id} needs ${param.name}`)
      continue
    }
    if (param.in === 'body') body[param.name] = value
    else if (param.in === 'query') query[param.name] = toText(param, value)
    else path = path.replace(`{${param.name}}`, toSegment(param, value))
  }
  const hasBody = endpoint.params.some((param) => param.in === 'body')
  return {
    path,
    ...(Object.keys(query).length > 0 && { query }),
    ...(hasBody && { body }),
  }
}

function toSegment(param: Param, value: JsonValue): string {
  const text = toText(param, value)
  if (pathForms[param.kind]?.test(text) === true) return text
  throw refuse(`${param.name} is not of the form that X's ${param.kind} has`)
}

function toText({ name, kind, range }: Param, value: JsonValue): string {
  if (Array.isArray(value) && kind === 'list') {
    return value
      .map((one) => toText({ name, kind: 'text', in: 'query', required: true }, one))
      .join(',')
  }
  if (kind === 'integer' && typeof value === 'number') {
    const [least, most] = range ?? [Number.MIN_SAFE_INTEGER, Number.MAX_SAFE_INTEGER]
    if (Number.isInteger(value) && value >= least && value <= most) return String(value)
    throw refuse(`${name} must be a whole number from ${least} to ${most}`)
  }
  if (typeof value === 'string') return value
  if (typeof value === 'boolean' || typeof value === 'number') return String(value)
  throw refuse(`${name} cannot be written into an address`)
}

function refuse(message: string): ProviderError {
  return new ProviderError({ code: 'invalid_request', status: 400 }, message)
}

import { type Endpoint } from './endpoints/endpoint.js'
import { droppedEndpoints, type EndpointId, endpointIds, endpoints } from './endpoints/endpoints.js'
import { pathForms } from './endpoints/params.js'
import { type XRequest } from './request.js'

export interface JudgedUrl {
  readonly kind: 'ok'
  /** Exactly what is to be sent. */
  readonly url: URL
  readonly id: EndpointId
  readonly endpoint: Endpoint
}

export interface BlockedUrl {
  readonly kind: 'blocked'
  readonly reason: 'host' | 'path' | 'method' | 'query' | 'dropped'
  readonly message: string
}

/** The one host that X's API has. Other spellings of it are other hosts. */
const X_API_HOST = 'api.x.com'

/** Judges the host that somebody wishes to reach. It is compared as it stands: nothing is made to fit. */
export function judgeHost(host: string): BlockedUrl | undefined {
  if (host === X_API_HOST) return undefined
  return blocked('host', `only ${X_API_HOST} may be asked`)
}

/** Judges a request by the address that would really be sent, and hands that address on. */
export function judgeUrl(request: XRequest, baseUrl: string): JudgedUrl | BlockedUrl {
  const { method, path, query = {} } = request
  const bad = Object.keys(query).find((name) => !/^[a-z][a-z_]*(?:\.[a-z]+)?$/.test(name))
  if (bad !== undefined)
    return blocked('query', 'names in a query hold letters, dots and underscores')
  const url = new URL(baseUrl)
  url.pathname = path
  url.search = new URLSearchParams(query).toString()
  // What a parser reads in another way than it is written would be judged as one thing and sent as another.
  if (url.pathname !== path) return blocked('path', 'the path is not what would be sent')
  const matches = findMatches(path)
  const found = matches.find(({ endpoint }) => endpoint.method === method)
  if (found) return { kind: 'ok', url, ...found }
  const dropped = droppedEndpoints.find((one) => one.method === method && fits(one.path, path))
  if (dropped) return blocked('dropped', dropped.why)
  if (matches.length > 0) return blocked('method', `X has no ${method} ${path}`)
  return blocked('path', `X has no ${path}, or it is not offered here`)
}

interface Match {
  readonly id: EndpointId
  readonly endpoint: Endpoint
}

/** The endpoints of this path; the more of it a template spells out, the better it fits. */
function findMatches(path: string): readonly Match[] {
  const all = endpointIds
    .map((id) => ({ id, endpoint: endpoints[id] }))
    .filter(({ endpoint }) => fits(endpoint.path, path, endpoint))
  const fewest = Math.min(...all.map(({ endpoint }) => countPlaces(endpoint.path)))
  return all.filter(({ endpoint }) => countPlaces(endpoint.path) === fewest)
}

function fits(template: string, path: string, endpoint?: Endpoint): boolean {
  const wanted = template.split('/')
  const given = path.split('/')
  if (wanted.length !== given.length) return false
  return wanted.every((segment, index) => {
    const value = given[index] ?? ''
    if (!segment.startsWith('{')) return segment === value
    const param = endpoint?.params.find(({ name }) => `{${name}}` === segment)
    return (pathForms[param?.kind ?? 'id'] ?? /$^/).test(value)
  })
}

function countPlaces(template: string): number {
  return template.split('{').length - 1
}

function blocked(reason: BlockedUrl['reason'], message: string): BlockedUrl {
  return { kind: 'blocked', reason, message }
}

import { refusal } from './refusal.js'

export interface AddressOptions {
  /** The names under which this server may be addressed, with their port where it is not the scheme's own. This machine's own unless given. */
  readonly hosts?: readonly string[]
  /** Pages that may call from a browser, as `https://app.example.com`. None unless given, but those that this server serves itself. */
  readonly origins?: readonly string[]
}

/** Lets nobody in who was led here by another name, or by another's page. `undefined` where there is nothing to refuse. */
export function createAddressGuard({
  hosts,
  origins = [],
}: AddressOptions): (request: Request) => Response | undefined {
  const known = hosts && new Set(hosts.map((host) => host.toLowerCase()))
  const listed = new Set(origins)
  return (request) => {
    const host = request.headers.get('host') ?? new URL(request.url).host
    if (!(known ? known.has(host.toLowerCase()) : isLoopback(host))) {
      return refusal(403, 'this server is not addressed so')
    }
    const origin = request.headers.get('origin')
    if (origin === null || listed.has(origin) || isOwn(origin, host)) return undefined
    return refusal(403, 'pages from there may not call this server')
  }
}

/** Whether a page from there was named to be let in, so that its browser is told so. */
export function isListed(request: Request, { origins = [] }: AddressOptions): boolean {
  const origin = request.headers.get('origin')
  return origin !== null && origins.includes(origin)
}

/** Compared as a whole and never parsed: a name with anything around it is another name. */
const LOOPBACK = /^(?:localhost|127\.0\.0\.1|\[::1\])(?::\d{1,5})?$/i

export function isLoopback(host: string): boolean {
  return LOOPBACK.test(host)
}

function isOwn(origin: string, host: string): boolean {
  return origin === `http://${host}` || origin === `https://${host}`
}

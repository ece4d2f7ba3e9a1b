import fc from 'fast-check'
import { formatToolId, normalizeIdentity, parseToolId } from '../../src/identity.js'
import { identity } from './arbitraries.js'
import { type Trial } from './law.js'

/** Every identity survives being written as an id and read again, and no two share an id. */
export function idsRoundTrip({ runs, seed }: Trial): void {
  fc.assert(
    fc.property(identity, identity, (one, other) => {
      const id = formatToolId(one)
      const same = JSON.stringify(parseToolId(id)) === JSON.stringify(normalizeIdentity(one))
      const apart =
        id !== formatToolId(other) ||
        JSON.stringify(normalizeIdentity(one)) === JSON.stringify(normalizeIdentity(other))
      return same && apart
    }),
    { numRuns: runs, seed },
  )
}

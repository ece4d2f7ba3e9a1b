import { legacyProblem, plainProblem, type XProblem } from '../http/problem.js'

const elsewhere: readonly string[] = [
  '/2/account_activity',
  '/2/activity',
  '/2/articles',
  '/2/broadcasts',
  '/2/chat',
  '/2/communities',
  '/2/compliance',
  '/2/connections',
  '/2/likes',
  '/2/news',
  '/2/notes',
  '/2/openapi.json',
  '/2/tweets/compliance',
  '/2/tweets/firehose',
  '/2/tweets/label',
  '/2/tweets/sample',
  '/2/tweets/sample10',
  '/2/tweets/search/stream',
  '/2/tweets/search/webhooks',
  '/2/users/compliance',
  '/2/users/public_keys',
  '/2/webhooks',
]
const elsewhereToo = /^\/2\/(?:users\/[0-9]+\/public_keys|dm_conversations\/media\/.+)$/

/** The answer to a call that X has and this does not, or that X has retired. */
export function findUnsimulated(path: string): XProblem | undefined {
  if (path.startsWith('/1.1/')) {
    return legacyProblem(410, 251, 'This endpoint has been retired and should not be used.')
  }
  const known = elsewhere.some((prefix) => path === prefix || path.startsWith(`${prefix}/`))
  return known || elsewhereToo.test(path)
    ? plainProblem(501, 'X has this call; the simulator does not.')
    : undefined
}

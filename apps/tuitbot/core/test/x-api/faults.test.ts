import { type BadBody, type Fault } from '@tuitbot/x-simulator'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { ProviderError, type ProviderCode } from '../../src/x-api/provider-error.js'
import { type Cast, readOperations, setTheScene, writeOperations } from '../operations.js'
import { openDoor, startWorld, type World } from '../x-world.js'

let x: World
let cast: Cast
beforeAll(async () => {
  x = await startWorld({ rules: { duplicates: 'allow' } })
  cast = setTheScene(x)
})
afterAll(() => x.close())

const whens = ['before', 'after'] as const
const unreadable: readonly BadBody[] = ['truncated', 'html', 'empty', 'not-json', 'not-utf8']

interface ReadCase {
  readonly name: string
  readonly fault: Fault
  readonly code: ProviderCode | 'success'
  /** How often it is sent when the fault stays. */
  readonly sends: number
}

const passing: ReadonlyArray<readonly [string, Fault]> = [
  ...whens.flatMap((when) => [
    [`dropped ${when}`, { kind: 'drop', when }] as const,
    [`reset ${when}`, { kind: 'reset', when }] as const,
    [`hanging ${when}, then closed`, { kind: 'hang', when, ms: 5 }] as const,
  ]),
  ['late, dropped', { kind: 'late', ms: 60_000, answer: 'drop' }],
  ['late, reset', { kind: 'late', ms: 60_000, answer: 'reset' }],
  ...unreadable.map((body) => [`${body} body`, { kind: 'bad-body', when: 'after', body }] as const),
]

const readCases: readonly ReadCase[] = [
  ...passing.map(([name, fault]) => ({ name, fault, code: 'network', sends: 3 }) as const),
  {
    name: 'late, 503',
    fault: { kind: 'late', ms: 1, answer: 503 },
    code: 'server_error',
    sends: 3,
  },
  ...[500, 502, 503, 504].map(
    (status) =>
      ({ name: `status ${status}`, fault: say(status), code: 'server_error', sends: 3 }) as const,
  ),
  { name: 'status 503 in html', fault: say(503, 'html'), code: 'server_error', sends: 3 },
  { name: 'status 429', fault: say(429), code: 'rate_limited', sends: 1 },
  { name: 'status 429, legacy', fault: say(429, 'legacy'), code: 'rate_limited', sends: 1 },
  { name: 'status 400', fault: say(400), code: 'invalid_request', sends: 1 },
  { name: 'status 402', fault: say(402), code: 'usage_capped', sends: 1 },
  { name: 'status 403', fault: say(403), code: 'forbidden', sends: 1 },
  { name: 'status 404', fault: say(404), code: 'not_found', sends: 1 },
  { name: 'status 302', fault: say(302), code: 'other', sends: 1 },
  // A token that is refused is renewed, and the call made once more.
  { name: 'status 401', fault: say(401), code: 'auth_expired', sends: 2 },
  {
    name: 'a body of another shape',
    fault: { kind: 'bad-body', when: 'after', body: 'wrong-shape' },
    code: 'bad_answer',
    sends: 1,
  },
  { name: 'slow', fault: { kind: 'slow', ms: 5 }, code: 'success', sends: 1 },
  { name: 'lagging', fault: { kind: 'lag', ms: 1 }, code: 'success', sends: 1 },
]

test.each(readOperations)('$name: every fault ends in its own error', async (operation) => {
  for (const { name, fault, code, sends } of readCases) {
    freshWindow()
    x.fault({ method: 'GET', times: 9, fault })
    const before = x.truth.requests().length
    const outcome = await operation.run(openDoor(x).read, cast).then(
      () => 'success',
      (error: unknown) => (error instanceof ProviderError ? error.failure.code : String(error)),
    )
    expect([name, outcome]).toEqual([name, code])
    expect([name, x.truth.requests().length - before]).toEqual([name, sends])
  }
})

test.each(readOperations)('$name: what passes is tried again, and succeeds', async (operation) => {
  // Every way to fail in passing is above; here it is the coming back that counts.
  for (const [name, fault] of [...passing.slice(0, 2), ['status 503', say(503)] as const]) {
    freshWindow()
    x.fault({ method: 'GET', times: 2, fault })
    const outcome = await operation.run(openDoor(x).read, cast).catch((error: unknown) => error)
    expect([name, outcome]).toEqual([name, expect.objectContaining({ meta: expect.anything() })])
    expect(outcome).toHaveProperty('meta.attempts', 3)
  }
})

const writeCases: ReadonlyArray<readonly [string, Fault, string]> = [
  ...passing.map(([name, fault]) => [name, fault, 'unknown'] as const),
  ['a body of another shape', { kind: 'bad-body', when: 'after', body: 'wrong-shape' }, 'unknown'],
  ['an empty success', { kind: 'bad-body', when: 'before', body: 'truncated' }, 'unknown'],
  ['hanging for ever', { kind: 'hang', when: 'after' }, 'unknown'],
  ['late, 503', { kind: 'late', ms: 1, answer: 503 }, 'unknown'],
  ...[301, 302, 307, 408, 409, 500, 502, 503, 504].map(
    (status) => [`status ${status}`, say(status), 'unknown'] as const,
  ),
  ['status 503 after the change', { kind: 'status', status: 503, when: 'after' }, 'unknown'],
  ...[400, 401, 402, 403, 404, 413, 415, 422, 429].map(
    (status) => [`status ${status}`, say(status), 'refused'] as const,
  ),
  ['status 429, legacy', say(429, 'legacy'), 'refused'],
  ['slow', { kind: 'slow', ms: 5 }, 'applied'],
]

test.each(writeOperations)(
  '$name: every fault ends in its own outcome, after one send',
  async (operation) => {
    for (const [name, fault, kind] of writeCases) {
      freshWindow()
      const request = operation.request(operation.name === 'a deletion' ? newPost() : cast)
      x.fault({ method: request.method, fault })
      const before = x.truth.requests().length
      const { write } = openDoor(x, 'alice', {
        writeTimeoutMs: name === 'hanging for ever' ? 100 : 5_000,
      })
      const sent = await operation.send(write, request)
      expect([name, sent.kind]).toEqual([name, kind])
      expect([name, x.truth.requests().length - before]).toEqual([name, 1])
    }
  },
)

test('a limit is told with the time until it ends', async () => {
  freshWindow()
  x.fault({
    method: 'POST',
    fault: { kind: 'status', status: 429, when: 'before', resetSeconds: 600 },
  })
  const [post] = writeOperations
  const sent = await post?.send(openDoor(x).write, post.request(cast))
  expect(sent).toMatchObject({ kind: 'refused', code: 'rate_limited', retryAfterMs: 600_000 })
})

function say(status: number, shape: 'problem' | 'legacy' | 'html' = 'problem'): Fault {
  return { kind: 'status', status, when: 'before', shape }
}

/** What a deletion takes away is needed again for the next case. */
function newPost(): Cast {
  return { ...cast, own: x.post('alice', { text: `One more ${x.clock.now()}` }).id }
}

function freshWindow() {
  x.faults.clear()
  x.time.advance(16 * 60_000)
}

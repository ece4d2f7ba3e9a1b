import { parseJSONRPCMessage } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isMessage } from '../src/is-message.js'

const id = fc.oneof(
  fc.string({ maxLength: 3 }),
  fc.integer(),
  fc.constantFrom(null, 1.5, 1e300, -0, true, {}, [], undefined),
)
const meta = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.record(
    {
      progressToken: id,
      'io.modelcontextprotocol/related-task': fc.oneof(
        fc.record({ taskId: id }, { requiredKeys: [] }),
        id,
      ),
      'io.modelcontextprotocol/serverInfo': fc.jsonValue({ maxDepth: 1 }),
      own: fc.jsonValue({ maxDepth: 1 }),
    },
    { requiredKeys: [] },
  ),
)
const body = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.record({ _meta: meta, own: fc.jsonValue({ maxDepth: 1 }) }, { requiredKeys: [] }),
)
const error = fc.oneof(
  fc.jsonValue({ maxDepth: 1 }),
  fc.record(
    { code: id, message: fc.oneof(fc.string(), id), data: body, own: body },
    { requiredKeys: [] },
  ),
)
const message = fc.oneof(
  fc.jsonValue({ maxDepth: 2 }),
  fc.record(
    {
      jsonrpc: fc.oneof({ weight: 9, arbitrary: fc.constant('2.0') }, fc.constantFrom('1.0', 2)),
      id,
      method: fc.oneof({ weight: 3, arbitrary: fc.constantFrom('ping', '') }, id),
      params: body,
      result: body,
      error,
      own: fc.constant(1),
    },
    { requiredKeys: [] },
  ),
  near({ method: fc.string(), params: body }),
  near({ result: body }),
  near({ error }),
)

test('a message is what the SDK takes for one', () => {
  const taken = { yes: 0, no: 0 }
  fc.assert(
    fc.property(message, (made) => {
      const text = JSON.stringify(made)
      const value: unknown = JSON.parse(text)
      const theirs = read(value)
      expect(isMessage(value), text).toBe(theirs !== undefined)
      taken[theirs ? 'yes' : 'no'] += 1
    }),
    { numRuns: 3_000 },
  )
  expect(Math.min(taken.yes, taken.no)).toBeGreaterThan(200)
})

test.each(['constructor', '__proto__', 'toString'])('a field %s is one too many', (name) => {
  const value: unknown = JSON.parse(`{"jsonrpc":"2.0","id":1,"method":"ping","${name}":1}`)

  expect(isMessage(value)).toBe(false)
})

/** Most of one kind of message. */
function near(part: Record<string, fc.Arbitrary<unknown>>): fc.Arbitrary<unknown> {
  return fc.record({ jsonrpc: fc.constant('2.0'), id, ...part }, { requiredKeys: ['jsonrpc'] })
}

function read(value: unknown): object | undefined {
  try {
    return parseJSONRPCMessage(value)
  } catch {
    return undefined
  }
}

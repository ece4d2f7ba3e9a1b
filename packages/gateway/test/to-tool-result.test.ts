import { isToolError, stoppedBy } from '@armorer/core'
import { expect, test } from 'vitest'
import { toToolResult, type DenialCode, type Outcome } from '../src/index.js'

const REF = { intent: 'i', correlationId: 'c' }

const TABLE: ReadonlyArray<readonly [Outcome, object]> = [
  [{ kind: 'replayed', ...REF, value: 1 }, { stopped: { kind: 'duplicate', value: 1 } }],
  [{ kind: 'in_progress', ...REF }, { stopped: { kind: 'in_progress' } }],
  [
    { kind: 'needs_approval', ...REF, queueId: 3, reason: 'look', rule: 'ask' },
    {
      stopped: {
        kind: 'pending',
        approvalId: '3',
        asks: [{ for: 'approval', message: 'look', rule: 'ask' }],
      },
    },
  ],
  [
    { kind: 'dry_run', rule: 'r', preview: { a: 1 } },
    { stopped: { kind: 'dry_run', preview: { a: 1 } } },
  ],
  [
    { kind: 'unknown', ...REF },
    { stopped: { kind: 'unknown' }, retryable: false },
  ],
  [
    { kind: 'needs_human', ...REF, message: 'no answer' },
    {
      stopped: { kind: 'unknown' },
      code: 'gateway.needs_human',
      message: expect.stringContaining('a person must look: no answer'),
    },
  ],
  [
    { kind: 'failed', ...REF, code: 'forbidden', message: 'no' },
    { stopped: undefined, category: 'conflict', code: 'forbidden', retryable: false },
  ],
  [
    { kind: 'failed', ...REF, code: 'rate', message: 'later', retryAfterMs: 9 },
    { stopped: undefined, category: 'transient', retryable: true, retryAfterMs: 9 },
  ],
  [
    { kind: 'conflict', message: 'other', intent: 'i' },
    { stopped: undefined, category: 'conflict', code: 'gateway.conflict' },
  ],
  [denied('cancelled'), { stopped: { kind: 'cancelled' } }],
  [denied('invalid_input'), { stopped: undefined, category: 'validation' }],
  ...(
    [
      'policy',
      'limit',
      'paused',
      'old_writer',
      'repeat_not_allowed',
      'closing',
      'lost_lease',
      'storage',
      'not_approved',
      'rejected',
      'expired',
    ] as const
  ).map(
    (code) =>
      [denied(code), { stopped: { kind: 'denied', rule: 'r' }, code: `gateway.${code}` }] as const,
  ),
]

test('only what was executed has a value', () => {
  expect(toToolResult({ kind: 'executed', ...REF, value: 5 })).toEqual({ value: 5 })
})

for (const [outcome, expected] of TABLE) {
  const name = outcome.kind === 'denied' ? `denied as ${outcome.code}` : outcome.kind
  test(`${name} stops the call, and says how`, () => {
    expect(thrownFor(outcome)).toMatchObject(expected)
  })
}

function denied(code: DenialCode): Outcome {
  return { kind: 'denied', code, reason: 'no', rule: 'r' }
}

function thrownFor(outcome: Outcome): object {
  try {
    toToolResult(outcome)
  } catch (error) {
    if (!isToolError(error)) throw error
    const { category, code, message, retryable, retryAfterMs } = error
    return { stopped: stoppedBy(error), category, code, message, retryable, retryAfterMs }
  }
  throw new Error('nothing was thrown')
}

import { type PublishResult } from '@tuitbot/core'
import { describe, expect, test } from 'vitest'
import { publishedSchema, toPublishReply } from '../../src/contract/publish-reply.js'
import { toEnvelope } from '../../src/contract/envelope.js'
import { WIRE_CODES } from '../../src/contract/wire-error.js'
import { loadedConfig } from '../home.js'

const ref = { intent: 'i1', correlationId: 'c1' }
const value = { id: '7', text: 'Hi.' }
const now = Date.parse('2026-09-01T09:00:00Z')

const outcomes: readonly PublishResult[] = [
  { kind: 'executed', value, undo: { operation: 'post.delete', args: { id: '7' } }, ...ref },
  { kind: 'replayed', value, ...ref },
  { kind: 'replayed', value: undefined, ...ref },
  { kind: 'in_progress', ...ref },
  { kind: 'needs_approval', queueId: 3, reason: 'ask first', rule: 'approval-mode', ...ref },
  { kind: 'dry_run', rule: 'rehearse', preview: undefined },
  { kind: 'denied', code: 'policy', reason: 'no', rule: 'mine' },
  { kind: 'failed', code: 'forbidden', message: 'X says no', ...ref },
  { kind: 'unknown', ...ref },
  { kind: 'conflict', message: 'another request' },
  { kind: 'needs_human', ...ref },
  { kind: 'unfit', problems: [{ code: 'empty' }] },
]

test.each(outcomes)('only what stands on X is a success: %o', (outcome) => {
  const { success, data, error, meta } = envelopeOf(outcome)

  expect(success).toBe(outcome.kind === 'executed' || outcome.kind === 'replayed')
  expect(meta.outcome).toBe(outcome.kind)
  expect(publishedSchema.nullable().safeParse(data).success).toBe(true)
  expect(WIRE_CODES.includes(error?.code ?? 'x_api_error')).toBe(true)
  expect(error === undefined || data === null).toBe(true)
  expect(success || data !== null || error !== undefined).toBe(true)
})

test('what waits for a person says where, and that asking again is safe, in one sentence', () => {
  const { data, error } = envelopeOf(outcomes[4])

  expect(error).toBeUndefined()
  expect(data).toMatchObject({
    routed_to_approval: true,
    approval_queue_id: 3,
    matched_rule_id: 'approval-mode',
    message: expect.stringMatching(/a person .*dashboard.*same arguments is safe.*post id/),
  })
})

describe('each way to be denied has its code', () => {
  test.each([
    ['policy', 'hard:delete-approval', 'policy_denied_hard_rule', false],
    ['policy', 'v1:blocked:x', 'policy_denied_blocked', false],
    ['policy', 'mine', 'policy_denied_user_rule', false],
    ['limit', undefined, 'policy_denied_rate_limited', false],
    ['old_writer', undefined, 'policy_denied_blocked', false],
    ['rejected', undefined, 'policy_denied_user_rule', false],
    ['invalid_input', undefined, 'invalid_input', false],
    ['repeat_not_allowed', undefined, 'validation_error', false],
    ['closing', undefined, 'policy_error', true],
  ] as const)('%s by %s', (code, rule, wire, retryable) => {
    const { error } = envelopeOf({ kind: 'denied', code, rule, reason: 'because' })

    expect(error).toMatchObject({ code: wire, retryable, message: 'because' })
    expect(error?.policy_decision).toBe(wire.startsWith('policy_denied') ? 'denied' : undefined)
  })

  test('a pause, which ends', () => {
    const { error } = envelopeOf({ kind: 'denied', code: 'paused', reason: 'everything is paused' })

    expect(error).toMatchObject({
      code: 'policy_error',
      retryable: true,
      policy_decision: 'denied',
      message: expect.stringMatching(/^everything is paused; a person has to resume Tuitbot first/),
    })
  })

  test('the database, without its words', () => {
    const { error } = envelopeOf({
      kind: 'denied',
      code: 'storage',
      reason: '/home/ann/tuitbot.db',
    })

    expect(error).toMatchObject({ code: 'db_error', retryable: true })
    expect(error?.message).not.toContain('ann')
  })

  test('a limit says when it ends', () => {
    const denial = {
      kind: 'denied',
      code: 'limit',
      reason: 'enough',
      retryAfterMs: 60_000,
    } as const

    expect(envelopeOf(denial).error).toMatchObject({
      retry_after_ms: 60_000,
      rate_limit_reset: '2026-09-01T09:01:00.000Z',
    })
  })
})

test.each([
  ['rate_limited', 'x_rate_limited', true],
  ['auth_expired', 'x_auth_expired', false],
  ['account_restricted', 'x_account_restricted', false],
  ['duplicate_at_far_side', 'x_api_error', false],
  ['not_sent', 'x_network_error', true],
  ['toString', 'x_api_error', false],
])('a post that X refused as %s is told as %s', (code, wire, retryable) => {
  const { error } = envelopeOf({ kind: 'failed', code, message: 'no', ...ref })

  expect(error).toMatchObject({ code: wire, retryable })
})

function envelopeOf(outcome: PublishResult | undefined) {
  if (!outcome) throw new Error('there is no such outcome')
  const ctx = { config: loadedConfig(), clock: { now: () => now, elapsed: () => 0 } }
  return toEnvelope(toPublishReply(outcome, 'x_post_tweet', ctx), 1)
}

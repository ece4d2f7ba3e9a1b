import { digest } from '@armorer/core'
import { expect, test } from 'vitest'
import { checkStagingPermit, PermitError, spendPermit, type Permit } from '../src/index.js'
import { isSpent, issuePermit, issueStagingPermit } from '../src/permit.js'
import { permitFor, stagingPermitFor } from '../src/testing/index.js'
import { handClock } from './harness/small-world.js'

const REQUEST = { method: 'POST', path: '/posts', body: '{"text":"gm"}' }

test('a permit sends its own request, once', () => {
  const permit = permitFor(REQUEST)

  spendPermit(permit, { ...REQUEST })

  expect(isSpent(permit)).toBe(true)
  expect(codeOf(() => spendPermit(permit, REQUEST))).toBe('permit_spent')
})

test('a permit is for one request alone, down to its last byte', () => {
  const permit = permitFor(REQUEST)

  expect(codeOf(() => spendPermit(permit, { ...REQUEST, body: '{"text":"gn"}' }))).toBe(
    'permit_wrong_request',
  )
  expect(codeOf(() => spendPermit(permit, { ...REQUEST, extra: 1 }))).toBe('permit_wrong_request')
  expect(isSpent(permit)).toBe(false)
})

test('what only looks like a permit is none', () => {
  const forged: Permit = { ...permitFor(REQUEST) }

  expect(codeOf(() => spendPermit(forged, REQUEST))).toBe('permit_forged')
  expect(codeOf(() => spendPermit(JSON.parse(JSON.stringify(permitFor(REQUEST))), REQUEST))).toBe(
    'permit_forged',
  )
  expect(isSpent(forged)).toBe(false)
})

test('no permit can be made of another', () => {
  const permit = permitFor(REQUEST)
  const heir: Permit = Object.create(permit)
  const behind: Permit = new Proxy(permit, {})

  for (const forged of [heir, behind, structuredClone(permit)]) {
    expect(codeOf(() => spendPermit(forged, REQUEST))).toBe('permit_forged')
  }
  // No way to what makes them.
  expect(permit.constructor).toBe(Object)
})

test('a permit cannot be changed', () => {
  const permit = permitFor(REQUEST)

  expect(() => Object.assign(permit, { account: 'mallory' })).toThrow(TypeError)
})

for (const [name, pass] of [
  ['by the wall clock alone', (clock: Hand) => clock.set(clock.now() + 5_000)],
  [
    'by the steady clock alone',
    (clock: Hand) => [clock.advance(5_000), clock.set(clock.now() - 5_000)],
  ],
] as const) {
  test(`a permit dies after five seconds ${name}`, () => {
    const clock = handClock()
    const permit = permitFor(REQUEST, { clock })
    pass(clock)

    expect(codeOf(() => spendPermit(permit, REQUEST))).toBe('permit_expired')
    expect(isSpent(permit)).toBe(false)
  })
}

test('a permit lives until its last millisecond', () => {
  const clock = handClock()
  const permit = permitFor(REQUEST, { clock })
  clock.advance(4_999)

  spendPermit(permit, REQUEST)

  expect(isSpent(permit)).toBe(true)
})

test('a permit’s life is counted from its dispatch, however late it is issued', () => {
  const clock = handClock()
  const from = { now: clock.now(), elapsed: clock.elapsed() }
  clock.advance(5_000)
  const permit = issuePermit(
    { intent: 'i', generation: 1, account: 'alice', operation: 'post.create' },
    { hash: digest(REQUEST), clock, from, lifeMs: 5_000 },
  )

  expect(codeOf(() => spendPermit(permit, REQUEST))).toBe('permit_expired')
})

test('a staging permit may be shown again and again, for its content alone, until it dies', () => {
  const clock = handClock()
  const permit = issueStagingPermit(
    { account: 'alice', purpose: 'media', content: 'abc' },
    { clock, lifeMs: 1_000 },
  )

  for (let chunk = 0; chunk < 3; chunk++) checkStagingPermit(permit, 'abc')
  expect(codeOf(() => checkStagingPermit(permit, 'abd'))).toBe('permit_wrong_request')
  clock.advance(1_000)
  expect(codeOf(() => checkStagingPermit(permit, 'abc'))).toBe('permit_expired')
})

test('leave to stage is no leave to send', () => {
  const staging = stagingPermitFor(digest(REQUEST))

  // @ts-expect-error: another kind of permit.
  expect(() => spendPermit(staging, REQUEST)).toThrow(PermitError)
})

type Hand = ReturnType<typeof handClock>

function codeOf(act: () => void): string | undefined {
  try {
    act()
    return undefined
  } catch (error) {
    return error instanceof PermitError ? error.code : String(error)
  }
}

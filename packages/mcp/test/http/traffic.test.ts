import { expect, test } from 'vitest'
import { createTraffic } from '../../src/http/traffic.js'

test('one caller may ask sixty times a minute, whatever others ask', () => {
  const traffic = createTraffic({}, () => 0)
  const kinds = Array.from({ length: 61 }, () => enterAndLeave('alice'))

  expect(kinds.filter((kind) => kind === 'entered')).toHaveLength(60)
  expect(kinds.at(-1)).toBe('refused')
  expect(enterAndLeave('bob')).toBe('entered')

  function enterAndLeave(caller: string) {
    const entry = traffic.enter(caller)
    if (entry.kind === 'entered') entry.leave()
    return entry.kind
  }
})

test('a hundred may be inside at once, and as soon as one leaves another comes in', () => {
  const traffic = createTraffic({}, () => 0)
  const inside = Array.from({ length: 100 }, (_, index) => traffic.enter(`caller ${index}`))

  expect(inside.every(({ kind }) => kind === 'entered')).toBe(true)
  expect(traffic.enter('late')).toMatchObject({ kind: 'refused', response: { status: 503 } })

  const [first] = inside
  if (first?.kind === 'entered') {
    first.leave()
    first.leave()
  }
  expect(traffic.enter('late').kind).toBe('entered')
  expect(traffic.enter('later').kind).toBe('refused')
})

test('one caller may have ten streams open', () => {
  const traffic = createTraffic({}, () => 0)
  const opened = Array.from({ length: 11 }, () => traffic.openStream('alice'))

  expect(opened).toEqual([...Array.from({ length: 10 }, () => true), false])
  expect(traffic.openStream('bob')).toBe(true)
  traffic.closeStream('alice')
  expect(traffic.openStream('alice')).toBe(true)
})

test('a flood of names takes no more room than ten thousand of them', () => {
  const traffic = createTraffic({ perMinute: 1 }, () => 0)
  const knock = (caller: string) => {
    const entry = traffic.enter(caller)
    if (entry.kind === 'entered') entry.leave()
    return entry.kind
  }

  knock('first')
  for (let caller = 0; caller < 9_999; caller++) knock(`caller ${caller}`)
  expect(knock('first')).toBe('refused')
  for (let caller = 0; caller < 10_000; caller++) knock(`other ${caller}`)

  // Forgotten, and so taken for someone new.
  expect(knock('first')).toBe('entered')
})

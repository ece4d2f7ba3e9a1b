import { expect, test } from 'vitest'
import {
  formatAgo,
  formatLeft,
  formatMoney,
  hueOf,
  initialsOf,
  toSentence,
} from '../src/lib/format.js'

const MINUTE = 60_000
const HOUR = 60 * MINUTE
const DAY = 24 * HOUR

test('money is told to the cent, and to the tenth of one where that is all there is', () => {
  expect([0, 15_000, 200_000, 185_000, 5_000, 1_234_567].map(formatMoney)).toEqual([
    '$0.00',
    '$0.015',
    '$0.20',
    '$0.185',
    '$0.005',
    '$1.23',
  ])
})

test('times are told as one would say them', () => {
  const ago = (ms: number) => formatAgo(1_000_000_000 - ms, 1_000_000_000)
  expect([0, 44_000, MINUTE, 59 * MINUTE, HOUR, 23 * HOUR, DAY, 3 * DAY].map(ago)).toEqual([
    'just now',
    'just now',
    '1 min ago',
    '59 min ago',
    '1 h ago',
    '23 h ago',
    'yesterday',
    '3 days ago',
  ])
  expect(ago(-5_000)).toBe('just now')
  const left = [-1, 1, 30 * MINUTE, 5 * HOUR, 7 * DAY].map((ms) => formatLeft(ms, 0))
  expect(left).toEqual(['expired', '1 min left', '30 min left', '5 h left', '7 days left'])
})

test('a person has initials, whatever the name is made of', () => {
  const names = ['Alice Moreau', 'bob', 'Ana de la Cruz', '👋 Zoë', '', '!!!', '李 小龍']
  expect(names.map(initialsOf)).toEqual(['AM', 'B', 'AC', 'Z', '?', '?', '李小'])
})

test('the same name has the same colour, in any case', () => {
  expect(hueOf('Alice', 8)).toBe(hueOf('alice', 8))
  expect(
    new Set(['alice', 'bob', 'carol', 'dan', 'erin'].map((name) => hueOf(name, 8))).size,
  ).toBeGreaterThan(2)
})

test('a sentence ends once, whether or not it came with an end', () => {
  expect(['posted', 'X answered 403: not for you.', 'why?'].map(toSentence)).toEqual([
    'Posted.',
    'X answered 403: not for you.',
    'Why?',
  ])
})

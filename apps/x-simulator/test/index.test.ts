import * as surface from '@tuitbot/x-simulator'
import { expect, test } from 'vitest'

test('these names are public', () => {
  expect(Object.keys(surface).toSorted()).toEqual([
    'createSimulator',
    'realClock',
    'requestHash',
    'startSimulator',
    'virtualClock',
    'weightedLength',
  ])
})

import { expect, test } from 'vitest'
import { decisionsFormALattice, risksFormALattice } from './laws/decision-laws.js'
import {
  digestsTellMeaningsApart,
  hashesAgree,
  textIsThatOfCanonicalize,
} from './laws/digest-laws.js'
import { idsRoundTrip } from './laws/identity-laws.js'
import { type Trial } from './laws/law.js'
import { orderMakesNoDifference, registryIsAList } from './laws/registry-laws.js'
import { orderNeverShows } from './laws/serialization-laws.js'
import { orderIsThatOfSemver, rangesAreThoseOfSemver } from './laws/semver-laws.js'

/** Law, and how often `npm test` tries it; `npm run prove` tries more. */
const LAWS: ReadonlyArray<readonly [(trial: Trial) => void, number]> = [
  [idsRoundTrip, 10_000],
  [orderIsThatOfSemver, 10_000],
  [rangesAreThoseOfSemver, 10_000],
  [registryIsAList, 2_000],
  [orderMakesNoDifference, 1_000],
  [decisionsFormALattice, 2_000],
  [risksFormALattice, 2_000],
  [digestsTellMeaningsApart, 5_000],
  [textIsThatOfCanonicalize, 5_000],
  [hashesAgree, 2_000],
  [orderNeverShows, 500],
]

test.each(LAWS)('%o holds', (law, runs) => {
  expect(() => law({ runs, seed: 42 })).not.toThrow()
})

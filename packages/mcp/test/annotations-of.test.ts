import { DATA_SENSITIVITIES, EFFECT_KINDS, joinRisk, resolveRisk } from '@armorer/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { annotationsOf } from '../src/annotations-of.js'

const risk = fc
  .record({
    effects: fc.constantFrom(...EFFECT_KINDS),
    idempotent: fc.boolean(),
    requiresApproval: fc.boolean(),
    dataSensitivity: fc.constantFrom(...DATA_SENSITIVITIES),
    externalNetwork: fc.boolean(),
    systemAccess: fc.boolean(),
    untrustedOutput: fc.boolean(),
  })
  .map(resolveRisk)

test('a tool made of others never looks safer than one of them', () => {
  fc.assert(
    fc.property(risk, risk, (one, other) => {
      const [part, whole] = [annotationsOf(one), annotationsOf(joinRisk(one, other))]

      expect(whole.readOnlyHint && !part.readOnlyHint).toBe(false)
      expect(whole.idempotentHint && !part.idempotentHint).toBe(false)
      expect(part.destructiveHint && !whole.destructiveHint).toBe(false)
      expect(part.openWorldHint && !whole.openWorldHint).toBe(false)
    }),
  )
})

test('what says nothing of itself looks as bad as can be', () => {
  expect(annotationsOf(resolveRisk(undefined))).toEqual({
    readOnlyHint: false,
    destructiveHint: true,
    idempotentHint: false,
    openWorldHint: true,
  })
})

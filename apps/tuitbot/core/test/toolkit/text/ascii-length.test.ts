import { domainToASCII } from 'node:url'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { asciiLength } from '../../../src/toolkit/text/ascii-length.js'

// Letters that the rules for domain names leave as they are, of several scripts and planes.
const letters = 'abcxyz019éüßжщ日本語ひカ한국中𠮷☃'
const label = fc
  .array(fc.constantFrom(...Array.from(letters)), { minLength: 1, maxLength: 30 })
  // A label that begins with a digit may be read as an address.
  .map((list) => `x${list.join('')}x`)
  .filter((text) => text.normalize('NFC') === text)

test("a domain is as long in ASCII as the engine's own encoder makes it", () => {
  fc.assert(
    fc.property(fc.array(label, { minLength: 1, maxLength: 4 }), (labels) => {
      const encoded = labels.map((one) => domainToASCII(one))
      fc.pre(encoded.every((one) => one !== ''))
      const expected = encoded.some((one) => one.length > 63) ? undefined : encoded.join('.').length
      expect(asciiLength(labels.join('.'))).toBe(expected)
    }),
    { numRuns: 2000 },
  )
})

test('a label of a million letters is refused without encoding it', () => {
  expect(asciiLength('語'.repeat(1_000_000))).toBeUndefined()
})

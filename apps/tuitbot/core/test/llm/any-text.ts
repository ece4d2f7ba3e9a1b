import fc from 'fast-check'

/** Any code points at all, half surrogates too. (The generator of fast-check takes a second to be made.) */
export const anyText: fc.Arbitrary<string> = fc
  .array(fc.nat(0x10ffff), { maxLength: 20 })
  .map((points) => String.fromCodePoint(...points))

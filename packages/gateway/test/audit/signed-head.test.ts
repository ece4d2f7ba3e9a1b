import { generateKeyPairSync } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isSignedBy, parseSignedHead, signHead } from '../../src/audit/index.js'
import { KEYS, SIGNING } from './recorded-world.js'

const HEAD = { account: 'alice', seq: 3, hash: 'a'.repeat(64) }

test('a head is signed by whoever has the key, and by nobody else', () => {
  const other = generateKeyPairSync('ed25519')
  const signed = signHead(HEAD, SIGNING)

  expect(signed).toMatchObject(HEAD)
  expect(isSignedBy(signed, KEYS)).toBe(true)
  expect(isSignedBy(signed, [other.publicKey])).toBe(false)
  expect(isSignedBy(signed, [other.publicKey, ...KEYS])).toBe(true)
  expect(isSignedBy(signed, [])).toBe(false)
})

test('a signed head that was changed anywhere is signed by nobody', () => {
  const text = JSON.stringify(signHead(HEAD, SIGNING))
  const bytes = Buffer.from(text)
  fc.assert(
    fc.property(fc.nat(bytes.length - 1), fc.integer({ min: 1, max: 255 }), (index, by) => {
      const changed = Buffer.from(bytes)
      changed[index] = (bytes[index] ?? 0) ^ by

      expect(isBelieved(changed.toString())).toBe(false)
    }),
    { numRuns: 500 },
  )
  expect(isBelieved(text)).toBe(true)
})

test('what is no signed head is refused', () => {
  for (const text of [
    '',
    '[]',
    'null',
    '{}',
    JSON.stringify({ ...signHead(HEAD, SIGNING), seq: -1 }),
  ]) {
    expect(() => parseSignedHead(text)).toThrow('this is no signed head')
  }
})

test('keys of other kinds are refused', () => {
  const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })

  expect(() => signHead(HEAD, { key: privateKey, at: 0 })).toThrow('Ed25519')
  expect(() => isSignedBy(signHead(HEAD, SIGNING), [publicKey])).toThrow('Ed25519')
})

function isBelieved(text: string): boolean {
  try {
    return isSignedBy(parseSignedHead(text), KEYS)
  } catch {
    return false
  }
}

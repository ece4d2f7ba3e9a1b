import { Buffer } from 'node:buffer'
import { randomBytes } from 'node:crypto'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createSeal } from '../../src/forms/seal.js'

const sealed = createSeal()

test('what was closed is opened again', () => {
  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      const said = JSON.parse(JSON.stringify(value))
      expect(sealed.open(sealed.close(said))).toEqual(said)
    }),
  )
})

test('not one bit of it can be changed', () => {
  const text = sealed.close({ allowed: ['everything'] })
  const bytes = Buffer.from(text.slice(3), 'base64url')
  for (let bit = 0; bit < bytes.length * 8; bit++) {
    const changed = Buffer.from(bytes)
    changed[bit >> 3] = (changed[bit >> 3] ?? 0) ^ (1 << (bit & 7))
    expect(sealed.open(`a1.${changed.toString('base64url')}`)).toBeUndefined()
  }
})

test('no other spelling of it, no part of it and nothing else is opened', () => {
  const text = sealed.close('x')
  for (const other of [
    `${text}=`,
    `${text} `,
    ` ${text}`,
    text.slice(0, -1),
    text.slice(3),
    'a1.',
    '',
  ]) {
    expect(sealed.open(other)).toBeUndefined()
  }
  expect(createSeal(randomBytes(32)).open(text)).toBeUndefined()
})

test('it cannot be read by whoever carries it', () => {
  const text = sealed.close({ secret: 'the name of the patient' })
  expect(Buffer.from(text.slice(3), 'base64url').toString('latin1')).not.toContain('patient')
})

test('a key has 32 bytes', () => {
  expect(() => createSeal(new Uint8Array(31))).toThrow(RangeError)
})

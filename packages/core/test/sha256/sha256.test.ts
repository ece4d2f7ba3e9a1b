import { expect, test } from 'vitest'
import { sha256Hex as node } from '../../src/sha256/node.js'
import { sha256Hex as portable } from '../../src/sha256/portable.js'

/** From FIPS 180-4's examples. */
test.each([
  ['', 'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855'],
  ['abc', 'ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad'],
  [
    'abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq',
    '248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1',
  ],
])('both hash %j alike', (text, hex) => {
  expect([node(text), portable(text)]).toEqual([hex, hex])
})

test('lengths around the edges of a block agree', () => {
  for (let length = 50; length < 140; length++) {
    const text = 'é'.repeat(length)
    expect(portable(text)).toBe(node(text))
  }
})

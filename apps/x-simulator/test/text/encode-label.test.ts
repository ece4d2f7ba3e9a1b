import { expect, test } from 'vitest'
import { encodeLabel } from '../../src/text/encode-label.js'

test.each([
  ['example', 'example'],
  ['müller', 'xn--mller-kva'],
  ['例え', 'xn--r8jz45g'],
  ['☃', 'xn--n3h'],
  ['пример', 'xn--e1afmkfd'],
  // What comes next are the examples of RFC 3492.
  ['他们为什么不说中文', 'xn--ihqwcrb4cv8a8dqg056pqjye'],
  ['3年B組金八先生', 'xn--3B-ww4c5e180e575a65lsy2b'],
  ['MajiでKoiする5秒前', 'xn--MajiKoi5-783gue6qz075azm5e'],
])('%s is %s', (label, encoded) => {
  expect(encodeLabel(label)).toBe(encoded)
})

test('half a character is encoded like any other', () => {
  expect(encodeLabel('\udd71a')).toMatch(/^xn--a-[a-z0-9]+$/)
})

import { expect, test } from 'vitest'
import { compareSemver, parseSemver } from '../src/semver.js'
import { parseSemverRange, satisfiesRange } from '../src/semver-range.js'

test.each([
  '1',
  '1.2',
  '01.2.3',
  '1.2.3-01',
  '1.2.3-',
  '1.2.3+',
  ' 1.2.3',
  '1.2.99999999999999999999',
  `1.2.3-${'a'.repeat(300)}`,
])('%j is not semver', (text) => {
  expect(parseSemver(text)).toBeUndefined()
})

test('a v in front is read over', () => {
  expect(parseSemver('v1.2.3-rc.1+b7')).toEqual({
    release: [1, 2, 3],
    prerelease: ['rc', 1],
    build: 'b7',
  })
})

test.each([
  ['1.0.0-9007199254740992', '1.0.0-9007199254740993'],
  ['1.0.0-99999999999999999999', '1.0.0-100000000000000000000'],
  ['1.0.0-9', '1.0.0-99999999999999999999'],
  ['1.0.0-99999999999999999999', '1.0.0--'],
  ['1.0.0-99999999999999999999', '1.0.0-99999999999999999999.0'],
])('%s comes before %s, however large the numbers', (low, high) => {
  const [a, b] = [parseSemver(low), parseSemver(high)]
  expect(a && b && [compareSemver(a, b) < 0, compareSemver(b, a) > 0]).toEqual([true, true])
})

test.each(['>', '^', 'one', '1.2.3.4', '>=1 <', '1 -', 'x'.repeat(300)])(
  '%j is not a range',
  (text) => {
    expect(parseSemverRange(text)).toBeUndefined()
  },
)

test.each(['*', '', 'x', '  '])('%j is every release and no prerelease', (text) => {
  expect([in_('1.0.0', text), in_('0.0.0', text), in_('1.0.0-rc.1', text)]).toEqual([
    true,
    true,
    false,
  ])
})

function in_(version: string, range: string): boolean | undefined {
  const [parsed, wanted] = [parseSemver(version), parseSemverRange(range)]
  return parsed && wanted && satisfiesRange(parsed, wanted)
}

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { PatternError } from '../../src/policy/parse-pattern.js'
import { compilePattern } from '../../src/policy/pattern.js'

const atom = fc.oneof(
  fc.constantFrom(
    'a',
    'b',
    'c',
    ' ',
    'é',
    '😀',
    '.',
    '\\d',
    '\\w',
    '\\s',
    '\\.',
    '\\b',
    '\\B',
    '^',
    '$',
  ),
  fc.constantFrom('[ab]', '[^a]', '[a-c\\]]', '\\p{L}', '\\P{Lu}', '\\u0061', '-', '/', ',', '"'),
)
const suffix = fc.constantFrom('', '', '', '*', '+', '?', '{2}', '{1,}', '{0,2}', '*?', '+?')
const { pattern } = fc.letrec<{ pattern: string; piece: string }>((tie) => ({
  piece: fc
    .tuple(
      fc.oneof(
        { maxDepth: 2, depthIdentifier: 'groups' },
        atom,
        tie('pattern').map((inner) => `(${inner})`),
        tie('pattern').map((inner) => `(?:${inner})`),
      ),
      suffix,
    )
    .map(([one, repeated]) => (/^(?:\^|\$|\\b|\\B)$/.test(one) ? one : one + repeated)),
  pattern: fc
    .array(
      fc.array(tie('piece'), { maxLength: 3 }).map((pieces) => pieces.join('')),
      {
        minLength: 1,
        maxLength: 2,
      },
    )
    .map((ways) => ways.join('|'))
    .filter((source) => source.length < 250),
}))
const text = fc
  .array(fc.constantFrom('a', 'b', 'c', 'A', ' ', '1', 'é', '😀', '\n', '.', '-'), { maxLength: 8 })
  .map((characters) => characters.join(''))

test('a pattern matches what it matches in JavaScript', () => {
  fc.assert(
    fc.property(pattern, text, fc.boolean(), (source, given, ignoresCase) => {
      const expected = matchesInJavaScript(source, given, ignoresCase)
      expect(compilePattern(ignoresCase ? `(?i)${source}` : source)(given)).toBe(expected)
    }),
    { numRuns: 1_500, examples: [['\\B', 'a😀a', false]] },
  )
})

/** Tried at every character: left to itself, V8 also tries between the two halves of one, which the language does not. */
function matchesInJavaScript(source: string, given: string, ignoresCase: boolean): boolean {
  const expression = new RegExp(source, ignoresCase ? 'iuy' : 'uy')
  let end = 0
  const ends = Array.from(given, (character) => (end += character.length))
  return [0, ...ends].some((at) => {
    expression.lastIndex = at
    return expression.test(given)
  })
}

for (const source of [
  '(',
  ')',
  '[',
  'a)',
  '*a',
  'a**',
  'a{2}{3}',
  'a{3,2}',
  'a{101}',
  '(?=a)',
  '(?<!a)',
  '(?<n>a)',
  '(a)\\1',
  '\\k<n>',
  '\\q',
  '\\',
  '{',
  ']',
  '[b-a]',
  '\\p{Nothing}',
  '^*',
  '('.repeat(30),
  `${'(a{100}'.repeat(4)}${'){100}'.repeat(4)}`,
  'a'.repeat(301),
]) {
  test(`${source.slice(0, 20)} is no pattern`, () => {
    expect(() => compilePattern(source)).toThrow(PatternError)
  })
}

for (const source of ['(a+)+$', '(?:a|a)*b', '(a*)*b', '(.*)(.*)(.*)x', `${'a?'.repeat(50)}b`]) {
  // JavaScript's own would not be done before the universe is.
  test(`${source.slice(0, 20)} does not hang on what it nearly matches`, () => {
    expect(compilePattern(source)(`${'a'.repeat(20_000)}!`)).toBe(false)
  })
}

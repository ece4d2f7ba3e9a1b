import fc from 'fast-check'
import { parse, stringify } from 'smol-toml'
import { expect, test } from 'vitest'
import { locateKeys } from '../../src/policy-file/locate-keys.js'

/** The text at the place of a path, up to what ends a key. */
function wordAt(toml: string, ...path: Array<string | number>): string {
  const { line, column } = locateKeys(toml)(path)
  return toml.split('\n')[line - 1]?.slice(column - 1) ?? ''
}

test('a key is found where it is written, in its table', () => {
  const toml = 'a = 1\n\n[one]\na = 2\n  b = 3\n[two.three]\na = 4\n'
  const locate = locateKeys(toml)

  expect(locate(['a'])).toEqual({ line: 1, column: 1 })
  expect(locate(['one'])).toEqual({ line: 3, column: 2 })
  expect(locate(['one', 'a'])).toEqual({ line: 4, column: 1 })
  expect(locate(['one', 'b'])).toEqual({ line: 5, column: 3 })
  expect(locate(['two', 'three'])).toEqual({ line: 6, column: 6 })
  expect(locate(['two', 'three', 'a'])).toEqual({ line: 7, column: 1 })
})

test('of a path that is not all written, the innermost part that is counts', () => {
  const locate = locateKeys('[one]\na = 2\n')

  expect(locate(['one', 'missing', 'deeper'])).toEqual({ line: 1, column: 2 })
  expect(locate([])).toEqual({ line: 1, column: 1 })
})

test('keys with dots and quotes are what the parser takes them for', () => {
  const toml =
    '"a.b".c = 1\n\'lit"eral\' = 2\n"tab\\there" . "\\u00e9" = 3\n[ x . "y z" ]\nk.l = 4\n'

  expect(wordAt(toml, 'a.b', 'c')).toBe('c = 1')
  expect(wordAt(toml, 'lit"eral')).toBe("'lit\"eral' = 2")
  expect(wordAt(toml, 'tab\there', 'é')).toBe('"\\u00e9" = 3')
  expect(wordAt(toml, 'x', 'y z', 'k', 'l')).toBe('l = 4')
})

test('what looks like a key inside of a text or a comment is none', () => {
  const toml = `a = """
b = 1 \\"""
[c]
""""" # d = 2
e = '''
f = 3
''''
g = "# \\" h = 4"
i = 'C:\\'
b = 5
`
  expect(parse(toml)).toHaveProperty('i', 'C:\\')
  const locate = locateKeys(toml)

  expect(locate(['b'])).toEqual({ line: 10, column: 1 })
  expect(locate(['e'])).toEqual({ line: 5, column: 1 })
  for (const name of ['c', 'd', 'f', 'h']) expect(locate([name])).toEqual({ line: 1, column: 1 })
})

test('lists and inline tables are found inside, over lines and comments', () => {
  const toml =
    'a = [ # first\n  "x,]", # "not"\n  ["y", 2],\n  { k = 1, l.m = [true] },\n]\nb = {c = "}"}\n'

  expect(wordAt(toml, 'a', 0)).toBe('"x,]", # "not"')
  expect(wordAt(toml, 'a', 1, 1)).toBe('2],')
  expect(wordAt(toml, 'a', 2)).toBe('{ k = 1, l.m = [true] },')
  expect(wordAt(toml, 'a', 2, 'l', 'm', 0)).toBe('true] },')
  expect(wordAt(toml, 'b', 'c')).toBe('c = "}"}')
})

test('each table of a list of tables has its own place, and so have the tables below it', () => {
  const toml =
    '[[p]]\na = 1\n[p.q]\nb = 1\n[[p.r]]\nc = 1\n[[p]]\na = 2\n[p.q]\nb = 2\n[[p.r]]\n[[p.r]]\nc = 2\n'
  const locate = locateKeys(toml)

  expect(locate(['p', 0])).toEqual({ line: 1, column: 1 })
  expect(locate(['p', 0, 'q', 'b']).line).toBe(4)
  expect(locate(['p', 0, 'r', 0, 'c']).line).toBe(6)
  expect(locate(['p', 1, 'a']).line).toBe(8)
  expect(locate(['p', 1, 'q', 'b']).line).toBe(10)
  expect(locate(['p', 1, 'r', 1, 'c']).line).toBe(13)
})

test('lines that end as on Windows are counted like others', () => {
  expect(locateKeys('a = 1\r\n[b]\r\nc = """\r\n"""\r\nd = 2\r\n')(['b', 'd'])).toEqual({
    line: 5,
    column: 1,
  })
})

test('a key of a hundred thousand dots is read like any other', () => {
  const parts = Array.from({ length: 100_000 }, () => 'a')

  expect(locateKeys(`${parts.join('.')} = 1`)(parts)).toEqual({ line: 1, column: 199_999 })
})

const name = fc.oneof(
  fc.stringMatching(/^[a-z_-]{1,5}$/),
  fc.string({ minLength: 1, maxLength: 4 }),
)
const text = fc.oneof(fc.string(), fc.constantFrom('"""', "'''", ']', '\n[x]\n', '\\', '# a = 1'))
const { table } = fc.letrec<{ table: Tree; value: string | Tree | Array<string | Tree> }>(
  (tie) => ({
    table: fc.dictionary(name, tie('value'), { maxKeys: 4 }),
    value: fc.oneof(
      { maxDepth: 3, withCrossShrink: true },
      text,
      fc.array(text, { maxLength: 3 }),
      fc.array(tie('table'), { minLength: 1, maxLength: 3 }),
      fc.array(fc.oneof(text, tie('table')), { maxLength: 3 }),
      tie('table'),
    ),
  }),
)

interface Tree {
  [name: string]: string | Tree | Array<string | Tree>
}

test('from the place of whatever is written as TOML on, its own text comes first', () => {
  fc.assert(
    fc.property(table, (tree) => {
      const marks: Array<ReadonlyArray<string | number>> = []
      const toml = stringify(mark(tree, [], marks))
      const locate = locateKeys(toml)
      const lines = toml.split('\n')
      marks.forEach((path, index) => {
        const { line, column } = locate(path)
        const rest = [lines[line - 1]?.slice(column - 1), ...lines.slice(line)].join('\n')
        expect(/«(\d+)»/.exec(rest)?.[1]).toBe(String(index))
      })
    }),
    { numRuns: 500 },
  )
})

/** Numbers every text, and keeps the path of each. */
function mark(
  value: unknown,
  path: ReadonlyArray<string | number>,
  marks: Array<typeof path>,
): unknown {
  if (typeof value === 'string') return `«${marks.push(path) - 1}»${value}`
  if (Array.isArray(value)) return value.map((item, index) => mark(item, [...path, index], marks))
  const entries = Object.entries(value as object)
  return Object.fromEntries(entries.map(([key, item]) => [key, mark(item, [...path, key], marks)]))
}

import fc from 'fast-check'

/** Strings that have broken things before. */
const nasty = fc.constantFrom(
  '',
  ' ',
  '\0',
  '..',
  '%2e%2e',
  '%252e%252e',
  '%00',
  '%ff',
  '%',
  '%zz',
  '\\',
  '__proto__',
  'constructor',
  'toString',
  '1e400',
  '-1',
  '0',
  '9'.repeat(19),
  '9'.repeat(40),
  'null',
  'undefined',
  'NaN',
  'a'.repeat(3000),
  '\u202e',
  '\ud800',
  '😀',
  "' OR 1=1 --",
  '<script>alert(1)</script>',
  '2026-02-30T00:00:00Z',
  '2026-13-01T00:00:00Z',
  '0000-00-00T00:00:00Z',
  ',',
  ',,,',
  'id,',
)

export const anyText = fc.oneof(
  nasty,
  fc.string({ unit: 'binary' }),
  fc.string(),
  fc.bigInt({ min: 0n, max: 2n ** 70n }).map(String),
)

/** Any JSON, with the names that X knows among its keys. */
export const anyJson = (names: readonly string[]) => {
  const key = fc.oneof(
    fc.constantFrom(...names),
    fc.constantFrom('__proto__', 'constructor', ''),
    fc.string(),
  )
  const leaf = fc.oneof(anyText, fc.integer(), fc.double(), fc.boolean(), fc.constant(null))
  return fc.letrec<{ value: unknown }>((tie) => ({
    value: fc.oneof(
      { maxDepth: 4, depthSize: 'small' },
      leaf,
      fc.array(tie('value'), { maxLength: 6 }),
      fc.array(fc.tuple(key, tie('value')), { maxLength: 6 }).map((entries) => {
        // As a parser would make it: `__proto__` is a key like any other.
        const made: Record<string, unknown> = {}
        for (const [name, value] of entries)
          Object.defineProperty(made, name, {
            value,
            enumerable: true,
            configurable: true,
            writable: true,
          })
        return made
      }),
    ),
  })).value
}

/** Lone surrogates cannot be written as UTF-8. */
export function wellFormed(text: string): string {
  return text.replaceAll(/\p{Surrogate}/gu, '\ufffd')
}

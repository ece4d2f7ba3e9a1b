import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createLineReader } from '../src/line-reader.js'

const MAX = 20

const line = fc
  .string({ unit: 'grapheme', maxLength: 2 * MAX })
  .map((text) => text.replaceAll('\n', ' '))

test('however a stream is cut, the same lines come out, and of long ones a notice', () => {
  fc.assert(
    fc.property(fc.array(line), fc.array(fc.nat({ max: 9 }), { minLength: 1 }), (lines, cuts) => {
      const bytes = Buffer.from(lines.map((text) => `${text}\n`).join(''))

      expect(cut(bytes, cuts).flatMap(createLineReader(MAX))).toEqual(
        lines.map((text) =>
          Buffer.byteLength(text) > MAX ? { kind: 'too_long' } : { kind: 'line', text },
        ),
      )
    }),
  )
})

test('a long line is told of before it ends, and kept nowhere', () => {
  const read = createLineReader(MAX)

  expect(read(Buffer.alloc(MAX + 1, 'x'))).toEqual([{ kind: 'too_long' }])
  expect(read(Buffer.alloc(1000, 'x'))).toEqual([])
  expect(read(Buffer.from('x\nnext\n'))).toEqual([{ kind: 'line', text: 'next' }])
})

test('only a newline ends a line', () => {
  const text = 'a\u2028b\u2029c\u0085d\re\u000bf'

  expect(createLineReader(100)(Buffer.from(`${text}\n`))).toEqual([{ kind: 'line', text }])
})

/** Cuts into pieces of these sizes, over and over; a size of 0 is an empty piece. */
function cut(bytes: Buffer, sizes: readonly number[]): Buffer[] {
  const pieces: Buffer[] = []
  for (let start = 0, turn = 0; start < bytes.length; turn++) {
    const size = sizes[turn % sizes.length] ?? 1
    const step = turn % sizes.length === sizes.length - 1 ? Math.max(1, size) : size
    pieces.push(bytes.subarray(start, start + step))
    start += step
  }
  return pieces
}

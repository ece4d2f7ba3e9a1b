import { expect, test } from 'vitest'
import { createLineLogger } from '../src/line-logger.js'

test('a line says when, what, why, and where', () => {
  const cause = new RangeError('no such table')
  const error = Object.assign(new Error('the database failed', { cause }), { code: 'busy' })

  expect(logged('error', { error })).toMatch(
    /^\d{4}-\d\d-\d\dT[\d:.]+Z error a tool failed: Error \(busy\): the database failed; RangeError: no such table; at .*line-logger\.test\.ts:\d+:\d+\)?\n$/,
  )
  expect(logged('warn')).toMatch(/Z warn a tool failed\n$/)
})

test('whatever was thrown is one line, and comes to an end', () => {
  const round = new Error('one\ntwo\u001B[2J\n    at nowhere (evil.js:1:1)')
  round.cause = round

  for (const error of [round, 'one\ntwo', undefined, null, { a: 1 }]) {
    const line = logged('error', { error })
    expect(line.indexOf('\n')).toBe(line.length - 1)
    expect(line).not.toContain('\u001B')
  }
  expect(logged('error', { error: round })).toContain('line-logger.test.ts')
})

test('tokens are left out', () => {
  const error = new Error('sent Authorization: Bearer abc123, refresh_token=def456')

  expect(logged('error', { error })).toContain('Bearer [redacted], refresh_token=[redacted]')
})

function logged(level: 'error' | 'warn', fields?: Readonly<Record<string, unknown>>): string {
  const lines: string[] = []
  createLineLogger((line) => lines.push(line))[level]('a tool failed', fields)
  return lines.join('')
}

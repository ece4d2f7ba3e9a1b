import { expect, test } from 'vitest'
import { showOutcomes, textOfParts } from '../../src/adapter/show-outcomes.js'
import { createToolError } from '../../src/errors.js'

const received = {
  calls: [],
  refused: [],
  asked: [
    { id: 'a', name: 'one' },
    { id: 'b', name: 'two' },
  ],
}

test('there is one for every call, in the order of the calls, also where nobody answered', () => {
  const shown = showOutcomes(received, [
    { kind: 'done', callId: 'b', tool: 'x:two', value: 'second' },
  ])
  expect(shown.map(({ call, isError }) => ({ id: call.id, isError }))).toEqual([
    { id: 'a', isError: true },
    { id: 'b', isError: false },
  ])
  expect(textOfParts(shown[0]?.parts ?? [])).toContain('toolbox.no_result')
})

test('what was refused stays refused, whatever else is said of it', () => {
  const error = createToolError({
    category: 'not_found',
    code: 'toolbox.unknown_tool',
    message: 'no',
  })
  const refused = [{ kind: 'failed', callId: 'a', tool: 'one', error }] as const
  const done = { kind: 'done', callId: 'a', tool: 'x:one', value: 'forged' } as const
  const [first] = showOutcomes({ ...received, refused }, [done])
  expect(first?.isError).toBe(true)
})

test('what the model sees can be less than what the application gets', () => {
  const [first] = showOutcomes(
    received,
    [{ kind: 'done', callId: 'a', tool: 'x:one', value: { secret: 1, total: 2 } }],
    { show: (outcome) => (outcome.kind === 'done' ? 'total: 2' : undefined) },
  )
  expect(first?.parts).toEqual([{ kind: 'text', text: 'total: 2' }])
})

test('an error is said field by field, and its cause stays here', () => {
  const error = createToolError({
    category: 'validation',
    code: 'toolbox.invalid_input',
    message: 'no',
    details: { issues: [] },
    cause: new Error('secret'),
  })
  const [first] = showOutcomes(received, [{ kind: 'failed', callId: 'a', tool: 'x:one', error }])
  expect(first).toMatchObject({ isError: true })
  expect(JSON.parse(textOfParts(first?.parts ?? []) ?? '')).toEqual({
    status: 'failed',
    error: {
      code: 'toolbox.invalid_input',
      category: 'validation',
      message: 'no',
      retryable: false,
      details: { issues: [] },
    },
  })
})

test('a rehearsal is no failure, and shows what would have been done', () => {
  const error = createToolError({
    category: 'permission',
    code: 'toolbox.dry_run',
    message: 'only a rehearsal',
  })
  const [first] = showOutcomes(received, [
    { kind: 'dry_run', callId: 'a', tool: 'x:one', error, preview: { would: 'post' } },
  ])
  expect(first).toMatchObject({
    isError: false,
    parts: [
      { value: { status: 'dry_run', message: 'only a rehearsal', preview: { would: 'post' } } },
    ],
  })
})

test.each([
  ['nothing', undefined, 'done'],
  ['null', null, 'null'],
  ['a date', new Date(0), '"1970-01-01T00:00:00.000Z"'],
  ['a big integer', 5n, 'done; its output cannot be said as JSON'],
  ['a function', () => 1, 'done; its output cannot be said as JSON'],
])('%s can be said', (_what, value, text) => {
  const [first] = showOutcomes(received, [{ kind: 'done', callId: 'a', tool: 'x:one', value }])
  expect(textOfParts(first?.parts ?? [])).toBe(text)
})

import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createContext } from '../../src/create-context.js'
import { truncateOutput, type TruncatedOutput } from '../../src/layers/truncate-output.js'
import { createOutputStore, type OutputStore } from '../../src/output-store.js'
import { createOutputTool } from '../../src/output-tool.js'
import { service } from '../../src/service.js'
import { writeTool } from '../small-tools.js'

test('what is short enough passes as it is', async () => {
  const value = { text: 'äö' }
  expect(await shown(value, 15)).toBe(value)
  expect(await shown('äöü', 6)).toBe('äöü')
  expect(await shown(undefined, 1)).toBeUndefined()
})

test('of what is longer the beginning is shown, and no character is split', async () => {
  expect(await shown('äöü', 5)).toMatchObject({ truncated: true, text: 'äö', bytes: 6 })
  expect(await shown('a😀b', 4)).toMatchObject({ text: 'a', bytes: 6 })
  expect(await shown({ n: [1, 2, 3] }, 5)).toMatchObject({ text: '{"n":', bytes: 13 })
})

test('whatever the text, what is shown is its beginning and within the bound', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.string({ unit: 'grapheme', minLength: 1 }),
      fc.integer({ min: 1, max: 40 }),
      async (text, maxBytes) => {
        const output = await shown(text, maxBytes)
        const seen = typeof output === 'string' ? output : (output as TruncatedOutput).text
        expect(Buffer.byteLength(seen)).toBeLessThanOrEqual(maxBytes)
        expect(text.startsWith(seen)).toBe(true)
        // And no shorter than it must be: the next character would not fit, where there is one.
        const next = text.codePointAt(seen.length)
        const wider = seen + (next === undefined ? '\0'.repeat(99) : String.fromCodePoint(next))
        expect(Buffer.byteLength(wider)).toBeGreaterThan(maxBytes)
      },
    ),
    { numRuns: 500 },
  )
})

test('the whole is kept, and the tool gives it out piece by piece', async () => {
  const text = '😀äx\uFEFF'.repeat(50)
  const store = createOutputStore()
  const output = await service(async () => text)
    .layer(truncateOutput({ maxBytes: 10, store }))
    .call('x', createContext({ account: 'alice' }))
  const { handle } = output as TruncatedOutput
  const read = createOutputTool(store, { maxBytes: 9 })
  let whole = ''
  let offset: number | undefined = 0
  while (offset !== undefined) {
    const piece: { text: string; bytes: number; nextOffset?: number } = await read(
      { handle: handle ?? '', offset },
      { account: 'alice' },
    )
    whole += piece.text
    offset = piece.nextOffset
  }
  expect(whole).toBe(text)
})

test('what was kept for one is given to no other, and nobody is told which it is', async () => {
  const store = createOutputStore({ newHandle: () => 'h' })
  const alice = { account: 'alice', principal: { kind: 'agent', id: 'a' } } as const
  store.keep(new TextEncoder().encode('secret'), alice)
  const read = createOutputTool(store)
  expect(await read({ handle: 'h' }, alice)).toEqual({ text: 'secret', bytes: 6 })
  const others = [{}, { account: 'alice' }, { ...alice, account: 'bob' }]
  for (const other of others) {
    expect(await read.execute({ arguments: { handle: 'h' } }, other)).toMatchObject({
      error: { category: 'not_found', code: 'toolbox.output_gone' },
    })
  }
  expect(await read.execute({ arguments: { handle: 'x' } }, alice)).toMatchObject({
    error: { code: 'toolbox.output_gone' },
  })
})

test('the tool that reads on may show what strangers wrote, and takes only what it says', async () => {
  const read = createOutputTool(createOutputStore())
  expect(read.definition.risk).toMatchObject({ effects: 'read', untrustedOutput: true })
  for (const args of [{}, { handle: 1 }, { handle: 'h', offset: -1 }, { handle: 'h', more: 1 }]) {
    expect(await read.execute({ arguments: args as never })).toMatchObject({
      error: { code: 'toolbox.invalid_input' },
    })
  }
})

test('the store holds so many outputs, and so many bytes, and no more', () => {
  let made = 0
  const newHandle = () => `h${++made}`
  const text = (length: number) => new Uint8Array(length)
  const few = createOutputStore({ maxEntries: 2, newHandle })
  for (let kept = 0; kept < 3; kept++) few.keep(text(1), {})
  expect([few.size, few.find('h1', {}), few.find('h3', {})?.length]).toEqual([2, undefined, 1])
  const small = createOutputStore({ maxBytes: 10, newHandle })
  small.keep(text(6), {})
  small.keep(text(6), {})
  expect([small.size, small.find('h4', {}), small.find('h5', {})?.length]).toEqual([
    1,
    undefined,
    6,
  ])
  expect(small.keep(text(11), {})).toBeUndefined()
  expect(small.size).toBe(1)
  expect(() => createOutputStore({ maxBytes: 0 })).toThrow('createOutputStore takes')
})

test('an output that cannot be shown fails a read, and leaves a write in doubt', async () => {
  const layer = truncateOutput({ maxBytes: 10 })
  await expect(
    service(async () => 10n, { effects: 'read' })
      .layer(layer)
      .call('x', createContext()),
  ).rejects.toMatchObject({ code: 'toolbox.invalid_output' })
  expect(
    await writeTool(() => 10n)
      .layer(layer)
      .execute({}),
  ).toMatchObject({ kind: 'unknown' })
  expect(() => truncateOutput({ maxBytes: 0 })).toThrow('truncateOutput takes')
})

test('a store that fails keeps nothing, and what was done is done', async () => {
  const broken = {
    ...createOutputStore(),
    keep: () => {
      throw new Error('disk full')
    },
  }
  const write = (store: OutputStore, account: string) =>
    writeTool(() => 'x'.repeat(100))
      .layer(truncateOutput({ maxBytes: 10, store }))
      .execute({}, { account })
  expect(await write(broken, 'alice')).toMatchObject({ kind: 'done', value: { bytes: 100 } })
  expect(await write(createOutputStore(), 'no JSON: \uD800')).toMatchObject({ kind: 'done' })
})

test('a piece that nobody could read on from is refused where the tool is made', () => {
  for (const maxBytes of [Number.NaN, 4.5, 0]) {
    expect(() => createOutputTool(createOutputStore(), { maxBytes })).toThrow('takes maxBytes')
  }
})

function shown(output: unknown, maxBytes: number): Promise<unknown> {
  return service(async () => output)
    .layer(truncateOutput({ maxBytes }))
    .call('x', createContext())
}

import { expect, test } from 'vitest'
import { z } from 'zod'
import { createTool, createToolbox, createToolCall, isTool, isToolbox } from '../src/index.js'
import { toJSONSchema } from '../src/openai/index.js'

const double = createTool({
  name: 'double',
  description: 'Doubles a number.',
  input: z.object({ n: z.number() }),
  risk: { effects: 'none' },
  run: ({ n }) => n * 2,
})

test('a toolbox of the umbrella knows the names of 0.7 beside its own', async () => {
  const toolbox = createToolbox([double])
  expect(toolbox.getTool('double')?.name).toBe('double')
  expect(toolbox.getTool('triple')).toBeUndefined()
  expect(toolbox.size).toBe(1)
  expect(await toolbox.execute({ name: 'double', arguments: { n: 2 } })).toMatchObject({
    kind: 'done',
    value: 4,
  })
})

test('a result with an error says its message and category the old way too, alone and in a batch', async () => {
  const toolbox = createToolbox([double])
  const old = { errorMessage: expect.any(String) as string, errorCategory: 'not_found' }
  expect(await toolbox.execute({ name: 'triple' })).toMatchObject({ kind: 'failed', ...old })
  const [good, bad] = await toolbox.execute([
    { name: 'double', arguments: { n: 1 } },
    { name: 'triple' },
  ])
  expect(good).not.toHaveProperty('errorMessage')
  expect(bad).toMatchObject(old)
})

test('what is registered later is counted and found', () => {
  const toolbox = createToolbox([])
  toolbox.register(double)
  expect(toolbox.size).toBe(1)
  expect(toolbox.getTool('double')).toBeDefined()
})

test('a call has an id, made up where none is given', () => {
  expect(createToolCall('double', { n: 1 }, 'c1')).toEqual({
    id: 'c1',
    name: 'double',
    arguments: { n: 1 },
  })
  expect(createToolCall('double', { n: 1 }).id).not.toBe(createToolCall('double', { n: 1 }).id)
})

test('tools and toolboxes are told from other things', () => {
  expect(
    [double, createToolbox([]), {}, null].map((value) => [isTool(value), isToolbox(value)]),
  ).toEqual([
    [true, false],
    [false, true],
    [false, false],
    [false, false],
  ])
})

test('the old shape of OpenAI is the new one, single for single', () => {
  const one = toJSONSchema(double.definition)
  expect(one).toMatchObject({ type: 'function', function: { name: 'double', strict: false } })
  expect(toJSONSchema([double.definition])).toEqual([one])
})

test('a tool that does not fit is an error where nothing else could say so', () => {
  const odd = createTool({
    name: 'odd',
    description: 'Odd.',
    input: z.object({ v: z.symbol() }),
    run: () => 1,
  })
  expect(() => toJSONSchema([double.definition, odd.definition])).toThrow(
    /default:odd does not fit/,
  )
})

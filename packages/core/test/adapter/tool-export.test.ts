import fc from 'fast-check'
import { expect, test } from 'vitest'
import { z } from 'zod'
import { nameTools } from '../../src/adapter/provider-names.js'
import { exportTools, type ToolFormat } from '../../src/adapter/tool-export.js'
import { formatToolId } from '../../src/identity.js'
import { defineTool } from '../../src/tool-definition.js'

const rule = { maxLength: 20, fits: /^[a-zA-Z0-9_-]+$/ }
const format: ToolFormat<string> = {
  names: rule,
  compile: (_definition, name) => ({ kind: 'fits', tool: name, losses: [] }),
}
const define = (identity: string, input: z.ZodType = z.object({})) =>
  defineTool({ identity, description: 'One.', input: input as z.ZodObject })

test('a name that fits and is its own stays', () => {
  expect(exportTools([define('x:post@1.0.0'), define('y:read')], format).tools).toEqual([
    'post',
    'read',
  ])
})

test('names that collide, are too long or hold odd characters are shortened, and find back', () => {
  const ids = ['x:post', 'y:post', 'x:post@2.0.0', `x:${'long'.repeat(10)}`, 'x:sp%20ace', 'x:名前']
  const { tools, bindings } = exportTools(
    ids.map((id) => define(id)),
    format,
  )
  expect(new Set(tools).size).toBe(ids.length)
  for (const name of tools) expect(name).toMatch(/^[a-zA-Z_][a-zA-Z0-9_-]{0,19}$/)
  expect(tools.map((name) => bindings.get(name)?.tool)).toEqual(ids.map((id) => define(id).id))
})

test('the same tools get the same names, in whatever order they come', () => {
  const part = fc.constantFrom('post', 'read', 'a b', 'x'.repeat(30), 'post_1')
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.tuple(part, part), { selector: String, minLength: 1 }),
      (pairs) => {
        const tools = pairs.map(([space, name]) => ({
          id: formatToolId({ namespace: space, name }),
          name,
        }))
        const names = nameTools(tools, rule)
        expect(new Set(names.values()).size).toBe(tools.length)
        expect(nameTools(tools.toReversed(), rule)).toEqual(new Map([...names].toReversed()))
      },
    ),
  )
})

test('a name that someone else chose is not given away', () => {
  const [, taken = ''] = exportTools([define('x:post'), define('y:post')], format).tools
  const { tools, bindings } = exportTools(
    [define('x:post'), define('y:post'), define(`z:${taken}`)],
    format,
  )
  expect(bindings.get(taken)?.tool).toBe(`z:${taken}`)
  expect(new Set(tools).size).toBe(3)
})

test('one tool that cannot be described is set aside, and the rest works', () => {
  const odd = defineTool({
    identity: 'x:odd',
    description: 'Odd.',
    input: z.object({ v: z.symbol() }),
  })
  const { tools, quarantined } = exportTools([define('x:a'), odd, define('x:b')], format)
  expect(tools).toEqual(['a', 'b'])
  expect(quarantined).toMatchObject([
    { tool: 'x:odd', reason: expect.stringContaining('input.v') as string },
  ])
})

test('one tool for which the adapter fails is set aside, and so is one that comes twice', () => {
  const fussy: ToolFormat<string> = {
    ...format,
    compile(definition, name) {
      if (name === 'b') throw new Error('too large')
      return format.compile(definition, name)
    },
  }
  const { tools, quarantined } = exportTools([define('x:a'), define('x:b'), define('x:a')], fussy)
  expect(tools).toEqual(['a'])
  expect(quarantined).toEqual([
    { tool: 'x:b', reason: 'too large' },
    { tool: 'x:a', reason: 'its name a is taken by x:a' },
  ])
})

test('what the schemas could not say is among the losses', () => {
  const trimmed = define('x:a', z.object({ v: z.string().trim() }))
  expect(exportTools([trimmed], format).losses).toMatchObject([
    { tool: 'x:a', path: 'input.v', feature: 'transform' },
  ])
})

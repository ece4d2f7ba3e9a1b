import fc from 'fast-check'
import { z } from 'zod'
import { type JsonSchema } from '../../src/schema.js'
import { stringifyTools } from '../../src/serialization/serialize-tool.js'
import { defineTool, type ToolDefinition } from '../../src/tool-definition.js'
import { dice, shuffleKeys } from './arbitraries.js'
import { type Trial } from './law.js'

const FIELDS: Readonly<Record<string, z.ZodType>> = {
  text: z.string().max(280),
  tags: z.array(z.enum(['b', 'a'])).optional(),
  when: z.iso.datetime().refine((at) => at !== ''),
  to: z.object({ name: z.string(), id: z.int() }),
}
const PLAIN: JsonSchema = {
  type: 'object',
  properties: {
    a: { $ref: '#/$defs/one' },
    b: { $ref: '#/$defs/two' },
    c: { type: ['null', 'string'] },
  },
  required: ['b', 'a'],
  $defs: {
    one: {
      type: 'object',
      properties: { two: { $ref: '#/$defs/two' }, n: { type: 'integer', minimum: 0 } },
    },
    two: { type: 'array', items: { $ref: '#/$defs/one' } },
  },
}

/** The same tools give the same bytes, whatever the order of their keys, of their fields, and of the tools. */
export function orderNeverShows({ runs, seed }: Trial): void {
  const expected = stringifyTools(
    makeTools(
      (keys) => [...keys],
      () => 0,
    ),
  )
  fc.assert(
    fc.property(dice, (numbers) => {
      const random = () => numbers.next().value ?? 0
      const shuffle = <Item>(items: readonly Item[]) =>
        items
          .map((item) => ({ item, at: random() }))
          .toSorted((a, b) => a.at - b.at)
          .map(({ item }) => item)
      return stringifyTools(shuffle(makeTools(shuffle, random))) === expected
    }),
    { numRuns: runs, seed },
  )
}

function makeTools(
  order: <Item>(items: readonly Item[]) => Item[],
  random: () => number,
): ToolDefinition[] {
  const shape = Object.fromEntries(
    order(Object.keys(FIELDS)).map((key) => [key, FIELDS[key] ?? z.never()]),
  )
  const metadata = shuffleKeys({ owner: 'ana', limits: { day: 3, hour: 1 } }, random) as {
    owner: string
  }
  const plain = shuffleKeys(PLAIN, random) as JsonSchema
  return [
    defineTool({ name: 'zod', description: 'Made of zod.', input: z.object(shape), metadata }),
    defineTool({
      metadata,
      input: { ...plain, required: order(['a', 'b']) },
      description: 'Plain.',
      name: 'plain',
    }),
  ]
}

import { many, pick, type Random } from './random.js'

type Schema = Readonly<Record<string, unknown>>

const NAMES = ['a', 'b', 'c', 'full name', '$absent', 'input', 'constructor']

/** The input of a tool that nobody would write: unions of unions, records of tuples, definitions that lead to themselves. */
export function randomInput(random: Random): Schema {
  const root =
    random() < 0.8
      ? randomObject(random, 3)
      : { anyOf: [randomObject(random, 2), randomObject(random, 2)] }
  return { ...root, $defs: { A: randomSchema(random, 2), B: randomSchema(random, 2) } }
}

/** Closed: what nobody names cannot be sent, and the laws ask only for what can. */
function randomObject(random: Random, depth: number): Schema {
  const names = NAMES.filter(() => random() < 0.4)
  return {
    type: 'object',
    properties: Object.fromEntries(names.map((name) => [name, randomSchema(random, depth - 1)])),
    required: names.filter(() => random() < 0.5),
    additionalProperties: false,
  }
}

function randomSchema(random: Random, depth: number): Schema | boolean {
  const below = () => randomSchema(random, depth - 1)
  const object = () => randomObject(random, depth)
  const leaves: ReadonlyArray<() => Schema | boolean> = [
    () => ({ type: 'string', ...(random() < 0.3 && { minLength: 1 }) }),
    () => ({ type: 'integer', minimum: 0 }),
    () => ({ type: pick(random, ['number', 'boolean', 'null', 'object', 'array']) }),
    () => ({
      enum: pick(random, [
        ['a', 'b', null],
        [1, 'x', true],
        ['', 'a'],
      ]),
    }),
    () => ({ const: pick(random, [1, null, 'a']) }),
    () => ({ type: ['integer', 'string', 'null'], minimum: 3 }),
    () => ({ $ref: `#/$defs/${pick(random, ['A', 'B'])}` }),
    () => ({ $ref: '#/$defs/A', description: 'said' }),
    () => pick<Schema | boolean>(random, [{}, true]),
  ]
  const deeper: ReadonlyArray<() => Schema> = [
    object,
    object,
    () => ({ type: 'array', items: below(), ...(random() < 0.3 && { maxItems: 2 }) }),
    () => ({
      [pick(random, ['anyOf', 'oneOf'])]: [below(), below(), ...many(random, 1, below)],
    }),
    () => ({ type: 'object', additionalProperties: below() }),
    () => ({ allOf: [object(), object()] }),
    () => ({ type: 'array', prefixItems: [below()], items: false }),
    () => ({ anyOf: [object(), object(), { type: 'null' }] }),
    () => ({ ...object(), anyOf: [object(), object()] }),
  ]
  return depth > 0 && random() < 0.7 ? pick(random, deeper)() : pick(random, leaves)()
}

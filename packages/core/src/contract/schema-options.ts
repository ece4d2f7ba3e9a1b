import { isPlainObject } from '../json.js'
import { canonicalJson } from '../serialization/stable-json.js'

type Schema = Record<string, unknown>

interface Option {
  readonly schema: unknown
  readonly index: number
  readonly text: string
  readonly type: unknown
}

/** What became of the options of a schema. */
interface OptionChanges {
  /** Those that are on both sides, or seem to be. */
  readonly kept: ReadonlyArray<readonly [before: Option, after: Option]>
  readonly gone: readonly Option[]
  readonly added: readonly Option[]
}

/** Matches equal options, then the only ones of a type, then the rest in order where as many are left on either side. */
export function compareOptions(
  before: readonly unknown[],
  after: readonly unknown[],
): OptionChanges {
  const [old, fresh] = [before.map(toOption), after.map(toOption)]
  const equal = match(old, ({ text }) => fresh.find((option) => option.text === text))
  const [left, right] = [without(old, equal), without(fresh, equal)]
  const alike = match(left, (one) =>
    onlyOfType(left, one.type) === one ? onlyOfType(right, one.type) : undefined,
  )
  const [gone, added] = [without(left, alike), without(right, alike)]
  if (gone.length !== added.length) return { kept: [...equal, ...alike], gone, added }
  const inOrder = match(gone, (one) => added[gone.indexOf(one)])
  return { kept: [...equal, ...alike, ...inOrder], gone: [], added: [] }
}

/**
 * `{type: ['null', 'string']}` says the same as `anyOf` of the two. Where one side is nothing but a list of options,
 * the other is written as one too, so that they can be held against each other.
 */
export function alignOptions(before: Schema, after: Schema): readonly [Schema, Schema] {
  const [old, fresh] = [optionWord(before), optionWord(after)]
  if (old !== undefined && fresh === undefined) return [before, toOptions(after, old)]
  if (old === undefined && fresh !== undefined) return [toOptions(before, fresh), after]
  return [before, after]
}

/** `anyOf` or `oneOf`, where a schema says that and nothing else. */
function optionWord(schema: Schema): 'anyOf' | 'oneOf' | undefined {
  const [word, ...others] = Object.keys(schema).filter((keyword) => !ASIDE.has(keyword))
  if (others.length > 0 || (word !== 'anyOf' && word !== 'oneOf')) return undefined
  return Array.isArray(schema[word]) ? word : undefined
}

/** Keywords that do not depend on the option taken. */
const ASIDE = new Set([
  '$anchor',
  '$comment',
  '$defs',
  '$id',
  'default',
  'definitions',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
])

/** A schema as a list of options, one for each of its types. */
function toOptions(schema: Schema, word: 'anyOf' | 'oneOf'): Schema {
  const { type } = schema
  const types: readonly unknown[] = Array.isArray(type) ? type : [type]
  const options = types.map((one) => {
    const told = Object.entries(schema).filter(
      ([keyword]) => keyword !== 'type' && !ASIDE.has(keyword) && concerns(keyword, one, types),
    )
    return Object.fromEntries(one === undefined ? told : [...told, ['type', one]])
  })
  const aside = Object.entries(schema).filter(([keyword]) => ASIDE.has(keyword))
  return Object.fromEntries([...aside, [word, options]])
}

/** Whether a keyword speaks of a type. One that speaks of none of them is kept with all: nothing may get lost. */
function concerns(keyword: string, type: unknown, types: readonly unknown[]): boolean {
  const meant = MEANT.find(([, keywords]) => keywords.has(keyword))?.[0]
  if (!meant || !types.some((one) => meant.includes(String(one)))) return true
  return meant.includes(String(type))
}

const MEANT: ReadonlyArray<readonly [types: readonly string[], keywords: ReadonlySet<string>]> = [
  [['string'], wordSet('minLength maxLength pattern format contentEncoding contentMediaType')],
  [['number', 'integer'], wordSet('minimum maximum exclusiveMinimum exclusiveMaximum multipleOf')],
  [['array'], wordSet('items prefixItems minItems maxItems uniqueItems contains')],
  [['object'], wordSet('properties required additionalProperties patternProperties propertyNames')],
]

function wordSet(words: string): ReadonlySet<string> {
  return new Set(words.split(' '))
}

function toOption(schema: unknown, index: number): Option {
  const type = isPlainObject(schema) ? schema['type'] : undefined
  return { schema, index, text: canonicalJson(schema), type }
}

function match(
  options: readonly Option[],
  find: (option: Option) => Option | undefined,
): ReadonlyArray<readonly [Option, Option]> {
  return options.flatMap((option) => {
    const found = find(option)
    return found ? [[option, found] as const] : []
  })
}

function without(
  options: readonly Option[],
  pairs: ReadonlyArray<readonly [Option, Option]>,
): readonly Option[] {
  const matched = new Set(pairs.flat())
  return options.filter((option) => !matched.has(option))
}

function onlyOfType(options: readonly Option[], type: unknown): Option | undefined {
  const [first, second] = options.filter((option) => option.type === type)
  return typeof type === 'string' && !second ? first : undefined
}

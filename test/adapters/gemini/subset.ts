type Schema = Readonly<Record<string, unknown>>

const EVERYWHERE = ['type', 'title', 'description', 'nullable', 'anyOf']
const TEXT_NUMBERS = [
  'minItems',
  'maxItems',
  'minLength',
  'maxLength',
  'minProperties',
  'maxProperties',
]

/** What Gemini documents of its schemas; written from its reference, and not from our compiler. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  STRING: ['minLength', 'maxLength', 'pattern', 'format', 'enum'],
  NUMBER: ['minimum', 'maximum', 'format'],
  INTEGER: ['minimum', 'maximum', 'format'],
  BOOLEAN: [],
  NULL: [],
  ARRAY: ['items', 'minItems', 'maxItems'],
  OBJECT: ['properties', 'required', 'propertyOrdering', 'minProperties', 'maxProperties'],
}

export function findOutsideGemini(node: unknown, path = 'input'): readonly string[] {
  if (typeof node !== 'object' || node === null || Array.isArray(node))
    return [`${path} is no schema`]
  const schema = node as Schema
  const { type, anyOf } = schema
  const allowed = [...EVERYWHERE, ...(typeof type === 'string' ? (WORDS[type] ?? ['?']) : [])]
  const problems = Object.keys(schema)
    .filter((word) => !allowed.includes(word))
    .map((word) => `${path} uses ${word}`)
  if (allowed.includes('?')) problems.push(`${path} has an odd type`)
  if (type === undefined && !Array.isArray(anyOf)) problems.push(`${path} has no type`)
  if ('$ref' in schema) problems.push(`${path} refers`)
  for (const word of TEXT_NUMBERS) {
    const count = schema[word]
    if (count !== undefined && !(typeof count === 'string' && /^\d+$/.test(count))) {
      problems.push(`${path} has an odd ${word}`)
    }
  }
  const { format, enum: values } = schema
  if (format !== undefined && format !== 'enum' && format !== 'date-time')
    problems.push(`${path} format`)
  const isListed =
    Array.isArray(values) &&
    values.length > 0 &&
    values.every((value) => typeof value === 'string' && value !== '')
  if ((values !== undefined || format === 'enum') && !isListed)
    problems.push(`${path} has an odd enum`)
  const { properties = {}, items } = schema
  if (type === 'OBJECT' && path !== 'input' && Object.keys(properties as object).length === 0) {
    problems.push(`${path} is an object of nothing`)
  }
  return [
    ...problems,
    ...Object.entries(properties as object).flatMap(([name, inner]) =>
      findOutsideGemini(inner, `${path}.${name}`),
    ),
    ...(items === undefined ? [] : findOutsideGemini(items, `${path}[]`)),
    ...(Array.isArray(anyOf)
      ? anyOf.flatMap((option, at) => findOutsideGemini(option, `${path}|${at}`))
      : []),
  ]
}

/** What a schema of Gemini means, for a validator that knows JSON Schema alone. */
export function toJsonSchema(schema: object): object {
  const { nullable, propertyOrdering: _, anyOf, properties, items, ...rest } = schema as Schema
  const counts = TEXT_NUMBERS.flatMap((word) => (word in rest ? [[word, Number(rest[word])]] : []))
  const meant = {
    ...rest,
    ...Object.fromEntries(counts),
    ...(typeof rest['type'] === 'string' && { type: rest['type'].toLowerCase() }),
    ...(Array.isArray(anyOf) && { anyOf: anyOf.map((option) => toJsonSchema(option as object)) }),
    ...(items !== undefined && { items: toJsonSchema(items as object) }),
    ...(properties !== undefined && {
      properties: Object.fromEntries(
        Object.entries(properties as object).map(([name, inner]) => [
          name,
          toJsonSchema(inner as object),
        ]),
      ),
    }),
  }
  return nullable === true ? { anyOf: [meant, { type: 'null' }] } : meant
}

type Schema = Readonly<Record<string, unknown>>

/** What OpenAI documents for strict mode; written from its guide, and not from our compiler. */
const WORDS: Readonly<Record<string, readonly string[]>> = {
  string: ['pattern', 'format', 'enum'],
  number: ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'enum'],
  integer: ['multipleOf', 'maximum', 'exclusiveMaximum', 'minimum', 'exclusiveMinimum', 'enum'],
  boolean: ['enum'],
  null: ['enum'],
  array: ['items', 'minItems', 'maxItems'],
  object: ['properties', 'required', 'additionalProperties'],
}
const FORMATS: readonly unknown[] =
  'date-time time date duration email hostname ipv4 ipv6 uuid'.split(' ')

export function findOutsideStrict(root: object): readonly string[] {
  const { $defs = {}, ...schema } = root as Schema
  const problems: string[] = []
  const names = Object.keys($defs as object)

  const check = (node: unknown, path: string, depth: number): void => {
    const say = (problem: string) => problems.push(`${path} ${problem}`)
    if (typeof node !== 'object' || node === null || Array.isArray(node)) {
      say('is no schema')
      return
    }
    if (depth > 10) say('is too deep')
    const { description, ...rest } = node as Schema
    if (description !== undefined && typeof description !== 'string') say('has an odd description')
    const keys = Object.keys(rest)
    if (keys.includes('$ref')) {
      const isKnown = names.some((name) => rest['$ref'] === `#/$defs/${name}`)
      if (keys.length > 1 || description !== undefined || !isKnown) say('has an odd reference')
    } else if (keys.includes('anyOf')) {
      const options = rest['anyOf']
      if (keys.length > 1 || !Array.isArray(options) || options.length === 0)
        say('has an odd anyOf')
      else for (const [at, option] of options.entries()) check(option, `${path}|${at}`, depth)
    } else checkTyped(rest, path, depth, say)
  }

  const checkTyped = (node: Schema, path: string, depth: number, say: (text: string) => void) => {
    const types = (Array.isArray(node['type']) ? node['type'] : [node['type']]) as unknown[]
    const allowed = types.flatMap((type) => WORDS[String(type)] ?? ['?'])
    if (allowed.includes('?')) say(`has the type ${String(node['type'])}`)
    for (const word of Object.keys(node)) {
      if (word !== 'type' && !allowed.includes(word)) say(`uses ${word}`)
    }
    if (node['format'] !== undefined && !FORMATS.includes(node['format'])) say('odd format')
    if (types.includes('array')) check(node['items'], `${path}[]`, depth + 1)
    if (!types.includes('object')) return
    const fields = Object.keys(node['properties'] as object)
    if (node['additionalProperties'] !== false) say('is open')
    if (JSON.stringify(fields) !== JSON.stringify(node['required'])) say('has optional fields')
    for (const [name, inner] of Object.entries(node['properties'] as object)) {
      check(inner, `${path}.${name}`, depth + 1)
    }
  }

  if (schema['type'] !== 'object') problems.push('the root is no object')
  check(schema, 'input', 0)
  for (const [name, definition] of Object.entries($defs as object)) check(definition, name, 0)
  return problems
}

/** What both APIs ask of a schema that they do not enforce. */
export function findUnfitRoot(root: object): readonly string[] {
  const schema = root as Schema
  const banned = ['anyOf', 'oneOf', 'allOf', 'not', 'enum', 'const', '$ref']
  return [
    ...(schema['type'] === 'object' ? [] : ['the root is no object']),
    ...(typeof schema['properties'] === 'object' ? [] : ['the root has no fields']),
    ...banned.filter((word) => word in schema).map((word) => `the root uses ${word}`),
  ]
}

import { Ajv2020 } from 'ajv/dist/2020.js'

type Schema = Readonly<Record<string, unknown>>

const ajv = new Ajv2020({ strict: false, validateFormats: false, unicodeRegExp: false })

/** What Anthropic asks of an input schema; written from its documentation, and not from our compiler. */
export function findOutsideAnthropic(root: object): readonly string[] {
  const schema = root as Schema
  const problems: string[] = []
  if (schema['type'] !== 'object') problems.push('the root is no object')
  for (const word of ['anyOf', 'oneOf', 'allOf']) {
    if (word in schema) problems.push(`the root uses ${word}`)
  }
  // The meta-schema of draft 2020-12, and every reference followed.
  if (!ajv.validateSchema(root)) problems.push('it is no JSON Schema')
  try {
    ajv.compile(root)
  } catch (error) {
    problems.push(String(error))
  }
  for (const name of listFields(schema)) {
    if (!/^[a-zA-Z0-9_.-]{1,64}$/.test(name)) problems.push(`a field is called ${name}`)
  }
  return problems
}

function listFields(node: unknown): readonly string[] {
  if (typeof node !== 'object' || node === null) return []
  return Object.entries(node).flatMap(([key, value]: [string, unknown]) => {
    if (key !== 'properties' || typeof value !== 'object' || value === null)
      return listFields(value)
    return [...Object.keys(value), ...Object.values(value).flatMap(listFields)]
  })
}

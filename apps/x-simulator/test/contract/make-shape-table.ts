import { readFileSync, writeFileSync } from 'node:fs'
import { endpoints } from '../../src/api/endpoints.js'
import { type Operation, type Shape } from './shape.js'

// Boils X's OpenAPI document down to the shapes of the answers that the simulator gives.
// Run it as `npm run shapes --workspace @tuitbot/x-simulator` when the document changes.

type Node = { readonly [name: string]: Node } & readonly Node[] & string & number & boolean

const source = new URL('../../../../../shared/facts/x-openapi.json', import.meta.url)
const target = new URL('shape-table.json', import.meta.url)
const contract = JSON.parse(readFileSync(source, 'utf8')) as Node
const used = new Map<string, Shape>()

const operations = Object.fromEntries(
  endpoints
    .map(({ method, path }) => `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`)
    .toSorted()
    .map((line) => [line, toOperation(line)]),
)
for (const name of ['Problem', 'Error']) toShape(name, { $ref: name } as Node)
const shapes = Object.fromEntries([...used].toSorted(([left], [right]) => (left < right ? -1 : 1)))
const version = contract['info']?.['version']
writeFileSync(target, `${JSON.stringify({ contract: version, operations, shapes }, null, 1)}\n`)

function toOperation(line: string): Operation {
  const [method = '', path = ''] = line.split(' ')
  const described = contract['paths']?.[path]?.[method.toLowerCase()]
  if (described === undefined) throw new Error(`X has no ${line}`)
  const answers = entriesOf(described['responses'])
  const [status, answer] = answers.find(([code]) => code.startsWith('2')) ?? ['200', undefined]
  const security = [...(described['security'] ?? [])]
  const user = security.find((one) => one['OAuth2UserToken'])?.['OAuth2UserToken']
  return {
    status: Number(status),
    answer: toShape(line, answer?.['content']?.['application/json']?.['schema']),
    callers: [
      ...(security.some((one) => one['BearerToken']) ? ['app' as const] : []),
      ...(user ? ['user' as const] : []),
    ],
    scopes: [...(user ?? [])].map(String).toSorted(),
    query: Object.fromEntries([...(described['parameters'] ?? [])].flatMap(toParameter)),
  }
}

function toParameter(given: Node): Array<[string, true | readonly [number, number]]> {
  const reference = given['$ref']
  const parameter = reference ? contract['components']?.['parameters']?.[nameOf(reference)] : given
  if (parameter?.['in'] !== 'query') return []
  const minimum = parameter['schema']?.['minimum']
  const maximum = parameter['schema']?.['maximum']
  const bounds =
    minimum === undefined || maximum === undefined ? true : ([minimum, maximum] as const)
  return [[String(parameter['name']), bounds]]
}

function toShape(where: string, schema: Node | undefined): Shape {
  if (schema === undefined) throw new Error(`${where} has no schema`)
  if (schema['$ref']) {
    const name = nameOf(schema['$ref'])
    if (!used.has(name)) {
      used.set(name, 'anything')
      used.set(name, toShape(name, contract['components']?.['schemas']?.[name]))
    }
    return `@${name}`
  }
  const choices = schema['oneOf'] ?? schema['anyOf']
  if (choices) return { either: [...choices].map((one) => toShape(where, one)) }
  if (schema['enum']) return { one: [...schema['enum']] }
  if (schema['type'] === 'array') {
    const [least, most] = [schema['minItems'], schema['maxItems']]
    return {
      each: toShape(where, schema['items']),
      ...(least !== undefined && { least }),
      ...(most !== undefined && { most }),
    }
  }
  if (schema['properties']) {
    const has = entriesOf(schema['properties']).map(([name, inner]) => [
      name,
      toShape(`${where}.${name}`, inner),
    ])
    const must = [...(schema['required'] ?? [])].map(String)
    return {
      has: Object.fromEntries(has) as Record<string, Shape>,
      ...(must.length > 0 && { must }),
    }
  }
  if (schema['pattern']) return { text: schema['pattern'] }
  if (schema['format'] === 'date-time') return { text: '^[0-9-]{10}T[0-9:.]{8,}Z$' }
  const kind = schema['type']
  const plain = (['string', 'integer', 'number', 'boolean'] as const).find((one) => one === kind)
  return plain ?? 'anything'
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? reference
}

function entriesOf(node: Node | undefined): Array<[string, Node]> {
  return Object.entries<Node>(node ?? {})
}

import { endpoints } from '../../src/api/endpoints.js'
import { type Operation, type Shape, type ShapeTable } from './shape.js'

interface Schema {
  readonly $ref?: string
  readonly type?: string
  readonly format?: string
  readonly pattern?: string
  readonly enum?: readonly (string | number)[]
  readonly oneOf?: readonly Schema[]
  readonly anyOf?: readonly Schema[]
  readonly items?: Schema
  readonly properties?: Readonly<Record<string, Schema>>
  readonly required?: readonly string[]
  readonly minItems?: number
  readonly maxItems?: number
  readonly minimum?: number
  readonly maximum?: number
}

interface Parameter {
  readonly $ref?: string
  readonly name?: string
  readonly in?: string
  readonly schema?: Schema
}

interface Described {
  readonly parameters?: readonly Parameter[]
  readonly security?: ReadonlyArray<Readonly<Record<string, readonly string[]>>>
  readonly responses: Readonly<
    Record<string, { readonly content?: Readonly<Record<string, { readonly schema: Schema }>> }>
  >
}

/** The parts of an OpenAPI document that are read. */
export interface Contract {
  readonly info: { readonly version: string }
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>
  readonly components: {
    readonly schemas: Readonly<Record<string, Schema>>
    readonly parameters: Readonly<Record<string, Parameter>>
  }
}

/** Boils X's OpenAPI document down to the shapes of the answers that the simulator gives. */
export function makeShapeTable(contract: Contract): ShapeTable {
  const shapes = createShapes(contract)
  const operations = endpoints
    .map(({ method, path }) => `${method} ${path.replaceAll(/:([a-z_]+)/g, '{$1}')}`)
    .toSorted()
    .map((line) => [line, toOperation(contract, line, shapes.toShape)])
  for (const name of ['Problem', 'Error']) shapes.toShape({ $ref: name })
  return {
    contract: contract.info.version,
    operations: Object.fromEntries(operations) as Record<string, Operation>,
    shapes: shapes.used(),
  }
}

function toOperation(
  contract: Contract,
  line: string,
  toShape: (schema: Schema) => Shape,
): Operation {
  const [method = '', path = ''] = line.split(' ')
  const described = contract.paths[path]?.[method.toLowerCase()]
  if (described === undefined) throw new Error(`X has no ${line}`)
  const success = Object.entries(described.responses).find(([code]) => code.startsWith('2'))
  const schema = success?.[1].content?.['application/json']?.schema
  if (schema === undefined) throw new Error(`nothing is said of the answer to ${line}`)
  const security = described.security ?? []
  const user = security.find((one) => one['OAuth2UserToken'])?.['OAuth2UserToken']
  return {
    status: Number(success?.[0]),
    answer: toShape(schema),
    callers: [
      ...(security.some((one) => one['BearerToken']) ? ['app' as const] : []),
      ...(user ? ['user' as const] : []),
    ],
    scopes: user?.toSorted() ?? [],
    query: Object.fromEntries(
      (described.parameters ?? []).flatMap((one) => toParameter(contract, one)),
    ),
  }
}

function toParameter(
  contract: Contract,
  given: Parameter,
): Array<[string, true | readonly [number, number]]> {
  const { parameters } = contract.components
  const named = given.$ref === undefined ? given : parameters[nameOf(given.$ref)]
  if (named?.in !== 'query') return []
  const { minimum, maximum } = named.schema ?? {}
  const isBounded = minimum !== undefined && maximum !== undefined
  return [[named.name ?? '', isBounded ? [minimum, maximum] : true]]
}

function createShapes(contract: Contract) {
  const known = new Map<string, Shape>()

  function toReference(name: string): Shape {
    if (!known.has(name)) {
      // Stands in until it is known, so that a shape may hold itself.
      known.set(name, 'anything')
      const schema = contract.components.schemas[name]
      if (schema === undefined) throw new Error(`X has no schema ${name}`)
      known.set(name, toShape(schema))
    }
    return `@${name}`
  }

  function toShape(schema: Schema): Shape {
    if (schema.$ref !== undefined) return toReference(nameOf(schema.$ref))
    const choices = schema.oneOf ?? schema.anyOf
    if (choices) return { either: choices.map(toShape) }
    if (schema.enum) return { one: schema.enum }
    if (schema.items) {
      const { minItems: least, maxItems: most } = schema
      return {
        each: toShape(schema.items),
        ...(least !== undefined && { least }),
        ...(most !== undefined && { most }),
      }
    }
    if (schema.properties) {
      const members = Object.entries(schema.properties)
      const has = Object.fromEntries(members.map(([name, inner]) => [name, toShape(inner)]))
      return { has, ...(schema.required && { must: schema.required }) }
    }
    if (schema.pattern !== undefined) return { text: schema.pattern }
    if (schema.format === 'date-time') return { text: '^[0-9-]{10}T[0-9:.]{8,}Z$' }
    const kinds = ['string', 'integer', 'number', 'boolean'] as const
    return kinds.find((kind) => kind === schema.type) ?? 'anything'
  }

  const byName = ([left]: readonly [string, Shape], [right]: readonly [string, Shape]) =>
    left < right ? -1 : 1
  return { toShape, used: () => Object.fromEntries([...known].toSorted(byName)) }
}

function nameOf(reference: string): string {
  return reference.split('/').at(-1) ?? reference
}

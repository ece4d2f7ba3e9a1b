import { createToolError, isToolError } from '../errors.js'
import { freezeDeep } from '../json.js'
import { visitSchemas } from '../json-schema-references.js'
import { describesObject } from '../json-schema-shape.js'
import {
  isStandardSchema,
  type JsonSchema,
  type PlainSchema,
  type SchemaDirection,
  type StandardSchema,
  type ToolSchema,
} from '../schema.js'
import { lossOf, sortLosses, type Loss } from './loss.js'
import { normalizeSchema } from './normalize-schema.js'
import { arktypeProbe } from './probes/arktype.js'
import { type Probe } from './probes/probe.js'
import { valibotProbe } from './probes/valibot.js'
import { zodProbe } from './probes/zod.js'

/** A schema as JSON Schema, and what that leaves out. */
export interface SchemaDescription {
  readonly schema: JsonSchema
  readonly losses: readonly Loss[]
}

const PROBES: ReadonlyMap<string, Probe> = new Map([
  ['zod', zodProbe],
  ['arktype', arktypeProbe],
  ['valibot', valibotProbe],
])

const kept = {
  input: new WeakMap<object, SchemaDescription>(),
  output: new WeakMap<object, SchemaDescription>(),
}

/** Draft 2020-12, the same bytes for the same meaning. Kept for schemas that cannot change. */
export function describeSchema(schema: ToolSchema, direction: SchemaDirection): SchemaDescription {
  const known = kept[direction].get(schema)
  if (known) return known
  const standard = isStandardSchema(schema)
  const made = freezeDeep(
    standard ? describeStandard(schema, direction) : describePlain(schema, direction),
  )
  if (standard || Object.isFrozen(schema)) kept[direction].set(schema, made)
  return made
}

function describeStandard(schema: StandardSchema, direction: SchemaDirection): SchemaDescription {
  const { vendor } = schema['~standard']
  const probe = PROBES.get(vendor)
  try {
    const losses =
      probe?.findLosses(schema, direction, direction) ?? lossesWithoutProbe(vendor, direction)
    const described = normalizeSchema(
      schema['~standard'].jsonSchema[direction]({
        target: 'draft-2020-12',
        libraryOptions: probe?.options(),
      }),
    )
    if (direction === 'input' && !describesObject(described)) throw notAnObject(described)
    return { schema: described, losses: sortLosses(losses) }
  } catch (cause) {
    throw isToolError(cause) ? cause : notDescribable(direction, cause)
  }
}

function lossesWithoutProbe(vendor: string, direction: SchemaDirection): readonly Loss[] {
  return vendor === 'armorer' ? [] : [lossOf(direction, 'opaque')]
}

/** A JSON Schema says itself; only one of an older draft may mean something else. */
function describePlain(schema: PlainSchema, direction: SchemaDirection): SchemaDescription {
  const losses = isOfAnotherDraft(schema) ? [lossOf(direction, 'dialect')] : []
  return { schema: normalizeSchema(schema), losses }
}

function isOfAnotherDraft(schema: PlainSchema): boolean {
  const { $schema } = schema
  let found = typeof $schema === 'string' && !$schema.includes('2020-12')
  // Keywords that later drafts read differently, or not at all.
  visitSchemas(schema, [], ({ items, additionalItems, dependencies }) => {
    found ||= Array.isArray(items) || additionalItems !== undefined || dependencies !== undefined
  })
  return found
}

function notAnObject({ type }: JsonSchema) {
  return createToolError({
    category: 'validation',
    code: 'toolbox.schema_not_describable',
    message: `input must describe an object, not ${type === undefined ? 'anything' : JSON.stringify(type)}`,
    details: { path: 'input' },
  })
}

function notDescribable(direction: SchemaDirection, cause: unknown) {
  const why = cause instanceof Error ? cause.message : String(cause)
  return createToolError({
    category: 'validation',
    code: 'toolbox.schema_not_describable',
    message: `${direction} cannot be turned into JSON Schema: ${why}`,
    details: { path: direction },
    cause,
  })
}

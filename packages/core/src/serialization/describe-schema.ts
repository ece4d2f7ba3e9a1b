import { createToolError, isToolError } from '../errors.js'
import {
  isStandardSchema,
  type JsonSchema,
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

const PROBES: Readonly<Record<string, Probe>> = {
  zod: zodProbe,
  arktype: arktypeProbe,
  valibot: valibotProbe,
}

const kept = {
  input: new WeakMap<object, SchemaDescription>(),
  output: new WeakMap<object, SchemaDescription>(),
}

/** Draft 2020-12, the same bytes for the same meaning. Made once: schemas do not change. */
export function describeSchema(schema: ToolSchema, direction: SchemaDirection): SchemaDescription {
  const known = kept[direction].get(schema)
  if (known) return known
  const made = isStandardSchema(schema)
    ? describeStandard(schema, direction)
    : describePlain(schema, direction)
  kept[direction].set(schema, made)
  return made
}

function describeStandard(schema: StandardSchema, direction: SchemaDirection): SchemaDescription {
  const { vendor } = schema['~standard']
  const probe = PROBES[vendor]
  const losses =
    probe?.findLosses(schema, direction, direction) ??
    (vendor === 'armorer' ? [] : [lossOf(direction, 'opaque')])
  return {
    schema: normalizeSchema(convert(schema, direction, probe?.options())),
    losses: sortLosses(losses),
  }
}

/** A JSON Schema says itself; only one of an older draft may mean something else. */
function describePlain(schema: JsonSchema, direction: SchemaDirection): SchemaDescription {
  const dialect = schema['$schema']
  const foreign = typeof dialect === 'string' && !dialect.includes('2020-12')
  const copy = JSON.parse(JSON.stringify(schema)) as Record<string, unknown>
  return { schema: normalizeSchema(copy), losses: foreign ? [lossOf(direction, 'dialect')] : [] }
}

function convert(
  schema: StandardSchema,
  direction: SchemaDirection,
  libraryOptions: Record<string, unknown> | undefined,
): Record<string, unknown> {
  try {
    return schema['~standard'].jsonSchema[direction]({ target: 'draft-2020-12', libraryOptions })
  } catch (cause) {
    if (isToolError(cause)) throw cause
    throw createToolError({
      category: 'validation',
      code: 'toolbox.schema_not_describable',
      message: `${direction} cannot be turned into JSON Schema: ${cause instanceof Error ? cause.message : String(cause)}`,
      details: { path: direction },
      cause,
    })
  }
}

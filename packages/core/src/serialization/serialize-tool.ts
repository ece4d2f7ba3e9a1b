import { createToolError, isToolError } from '../errors.js'
import { type NormalizedIdentity, type ToolId } from '../identity.js'
import { findUnjson, freezeDeep, type JsonObject, type JsonValue } from '../json.js'
import { type ToolRisk } from '../risk.js'
import { type JsonSchema } from '../schema.js'
import { type ToolDefinition, type ToolLifecycle } from '../tool-definition.js'
import { describeSchema } from './describe-schema.js'
import { lossOf, type Loss } from './loss.js'
import { canonicalJson } from './stable-json.js'

/** A tool as JSON: the one form from which every provider's is made. Its schemas are JSON Schema draft 2020-12. */
export interface SerializedToolDefinition {
  readonly schemaVersion: '2020-12'
  readonly id: ToolId
  readonly identity: NormalizedIdentity
  readonly title?: string
  readonly description: string
  readonly examples?: readonly string[]
  readonly inputExamples?: readonly JsonValue[]
  readonly input: JsonSchema
  readonly output?: JsonSchema
  readonly risk: ToolRisk
  readonly lifecycle?: ToolLifecycle
  readonly tags: readonly string[]
  readonly metadata?: JsonObject
  readonly serialization: {
    readonly lossy: boolean
    /** What the schemas check or do and JSON Schema cannot say. */
    readonly losses: readonly Loss[]
  }
}

const texts = new WeakMap<ToolDefinition, string>()
const values = new WeakMap<ToolDefinition, SerializedToolDefinition>()

/** A tool as JSON, with its keys in order and everything that got lost named. Made once. */
export function serializeToolDefinition(definition: ToolDefinition): SerializedToolDefinition {
  const known = values.get(definition)
  if (known) return known
  // Read back from its text, the data has the key order of the text, and shares nothing with the definition.
  const made = freezeDeep(JSON.parse(textOf(definition)) as SerializedToolDefinition)
  values.set(definition, made)
  return made
}

/** Several tools, by id: the order in which they came does not show. */
export function serializeTools(
  tools: readonly ToolDefinition[],
): readonly SerializedToolDefinition[] {
  return byId(tools).map(serializeToolDefinition)
}

export function serializeRegistry(registry: {
  list(): readonly ToolDefinition[]
}): readonly SerializedToolDefinition[] {
  return serializeTools(registry.list())
}

/** The canonical text of `serializeTools`, joined from pieces that are kept. */
export function stringifyTools(tools: readonly ToolDefinition[]): string {
  return `[${byId(tools).map(textOf).join(',')}]`
}

function textOf(definition: ToolDefinition): string {
  const known = texts.get(definition)
  if (known !== undefined) return known
  const made = writeText(definition)
  texts.set(definition, made)
  return made
}

function writeText(definition: ToolDefinition): string {
  try {
    return canonicalJson(toData(definition))
  } catch (cause) {
    if (!isToolError(cause)) throw cause
    throw createToolError({
      category: cause.category,
      code: cause.code,
      cause,
      message: `tool ${definition.id}: ${cause.message}`,
      details: { ...cause.details, tool: definition.id },
    })
  }
}

/** Key by key: whatever else a definition may carry stays behind. */
function toData(definition: ToolDefinition) {
  const { id, identity, title, description, examples, risk, lifecycle, tags, metadata } = definition
  const input = describeSchema(definition.input, 'input')
  const output = definition.output && describeSchema(definition.output, 'output')
  const inputExamples = sayableExamples(definition.inputExamples)
  const losses = [...input.losses, ...(output?.losses ?? []), ...(inputExamples?.losses ?? [])]
  return {
    schemaVersion: '2020-12',
    id,
    identity,
    ...(title !== undefined && { title }),
    description,
    ...(examples && { examples }),
    ...(inputExamples && { inputExamples: inputExamples.said }),
    input: input.schema,
    ...(output && { output: output.schema }),
    risk,
    ...(lifecycle && { lifecycle }),
    tags,
    ...(metadata && { metadata }),
    serialization: { lossy: losses.length > 0, losses },
  }
}

/** An example may hold what its schema takes and JSON cannot say; such a one is left out, and reported. */
function sayableExamples(examples: readonly unknown[] | undefined) {
  if (!examples) return undefined
  const isSayable = (example: unknown) => findUnjson(example) === undefined
  return {
    said: examples.filter(isSayable),
    losses: examples.flatMap((example, index) =>
      isSayable(example) ? [] : [lossOf(`inputExamples[${index}]`, 'example')],
    ),
  }
}

function byId(tools: readonly ToolDefinition[]): readonly ToolDefinition[] {
  return tools.toSorted((a, b) => (a.id < b.id ? -1 : 1))
}

import { checkToolSpec } from './check-tool-spec.js'
import {
  formatToolId,
  normalizeIdentity,
  parseToolId,
  type NormalizedIdentity,
  type ToolId,
  type ToolIdentity,
} from './identity.js'
import { findUnjson, freezeJson, type JsonObject } from './json.js'
import { resolveRisk, type RiskOf, type RiskSpec, type ToolRisk } from './risk.js'
import {
  isStandardSchema,
  noInput,
  type ArgsOf,
  type OutputOf,
  type PlainSchema,
  type StandardSchema,
  type ToolSchema,
  type ValueOf,
} from './schema.js'
import { uniqueTags } from './tag-utilities.js'

/** Where a tool stands in its life. */
export interface ToolLifecycle {
  readonly deprecated?: boolean
  /** The version or date from which on it is deprecated. */
  readonly since?: string
  readonly message?: string
  /** The id of the tool to use instead. */
  readonly replacedBy?: string
}

/**
 * A tool as data: what it is called, what it takes, what it gives, and what harm it can do.
 * `Args` is what a caller passes, `Input` what validation makes of it, `Output` what comes back.
 */
export interface ToolDefinition<
  Args = unknown,
  Input = unknown,
  Output = unknown,
  Risk extends ToolRisk = ToolRisk,
  Name extends string = string,
> {
  readonly id: ToolId
  readonly identity: NormalizedIdentity<Name>
  readonly title?: string
  readonly description: string
  /** What a person might ask for when this tool is the answer. */
  readonly examples?: readonly string[]
  readonly inputExamples?: readonly Args[]
  readonly input: ToolSchema<Args, Input>
  readonly output?: ToolSchema<unknown, Output>
  readonly risk: Risk
  readonly lifecycle?: ToolLifecycle
  readonly tags: readonly string[]
  readonly metadata?: JsonObject
}

/** Either the flat form or an identity; the identity may be written as an id. */
export type ToolNaming<Name extends string = string> =
  | {
      readonly name: Name
      readonly namespace?: string
      readonly version?: string
      readonly identity?: never
    }
  | { readonly identity: ToolIdentity<Name> | string; readonly name?: never }

/** A tool as its author writes it. */
export type ToolSpec<
  Input extends ToolSchema = ToolSchema,
  Output extends ToolSchema = ToolSchema,
  Risk extends RiskSpec = RiskSpec,
  Name extends string = string,
> = ToolNaming<Name> & {
  readonly title?: string
  readonly description: string
  readonly examples?: readonly string[]
  readonly inputExamples?: ReadonlyArray<ArgsOf<Input>>
  /** Left out, the tool takes nothing. */
  readonly input?: Input
  readonly output?: Output
  /** Left out, the tool counts as one that writes, over the network and to the machine. */
  readonly risk?: Risk
  readonly lifecycle?: ToolLifecycle
  readonly tags?: readonly string[]
  readonly metadata?: JsonObject
}

/** The definition that `defineTool` makes of a spec's parts. */
export type DefinitionOf<
  Input extends ToolSchema,
  Output extends ToolSchema,
  Risk extends RiskSpec,
  Name extends string,
> = ToolDefinition<ArgsOf<Input>, ValueOf<Input>, OutputOf<Output>, RiskOf<Risk>, Name>

/** Describes a tool. What is wrong with the description is said here, with its path, and not at the first call. */
export function defineTool<
  Input extends ToolSchema = StandardSchema<Record<string, never>>,
  Output extends ToolSchema = PlainSchema,
  const Risk extends RiskSpec = { readonly effects: 'unknown' },
  const Name extends string = string,
>(spec: ToolSpec<Input, Output, Risk, Name>): DefinitionOf<Input, Output, Risk, Name> {
  const identity = normalizeIdentity(namingOf(spec))
  const id = formatToolId(identity)
  checkToolSpec(id, spec)
  const definition: ToolDefinition = {
    id,
    identity: Object.freeze(identity),
    description: spec.description,
    ...(spec.title !== undefined && { title: spec.title }),
    ...(spec.examples !== undefined && { examples: freezeJson(spec.examples) }),
    ...(spec.inputExamples !== undefined && {
      inputExamples: keepExamples(spec.inputExamples),
    }),
    input: keepSchema(spec.input ?? noInput),
    ...(spec.output !== undefined && { output: keepSchema(spec.output) }),
    risk: resolveRisk(spec.risk),
    ...(spec.lifecycle !== undefined && { lifecycle: freezeJson(spec.lifecycle) }),
    tags: Object.freeze(uniqueTags(spec.tags ?? [])),
    ...(spec.metadata !== undefined && { metadata: freezeJson(spec.metadata) }),
  }
  return asInferred(Object.freeze(definition))
}

/** Copied where it is JSON; what is not, like a date, is left as it is. */
function keepExamples(examples: readonly unknown[]): readonly unknown[] {
  return Object.freeze(
    examples.map((example) => (findUnjson(example) ? example : freezeJson(example))),
  )
}

function namingOf(spec: ToolNaming): ToolIdentity {
  if (spec.identity === undefined) return spec
  return typeof spec.identity === 'string' ? parseToolId(spec.identity) : spec.identity
}

/** A library's schema is kept as it is; a plain one is copied, so that nobody changes it later. */
function keepSchema(schema: ToolSchema): ToolSchema {
  return isStandardSchema(schema) ? schema : freezeJson(schema)
}

/** The inferred types live in the compiler alone: no value could prove them. */
function asInferred<Definition>(definition: ToolDefinition): Definition {
  return definition as Definition
}

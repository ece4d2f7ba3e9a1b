import {
  createToolError,
  defineTool,
  joinRisk,
  type JsonObject,
  type ToolDefinition,
  type ToolLifecycle,
  type ToolNaming,
  type ToolRisk,
  type ToolSchema,
} from '@armorer/core'
import { type Handler } from '../handler-service.js'
import { insidesOf, makeBare } from '../make-runnable.js'
import { type Effects } from '../service.js'
import { type AnyTool, type RunnableTool, type ToolCompanions } from '../tool.js'

/** What a composed tool is called, and what a model is told of it. Its risk is that of its parts, and cannot be less. */
export type CompositionSpec<Name extends string = string> = ToolNaming<Name> & {
  readonly title?: string
  readonly description: string
  readonly examples?: readonly string[]
  readonly lifecycle?: ToolLifecycle
  readonly tags?: readonly string[]
  readonly metadata?: JsonObject
}

/** What a caller passes to a tool. */
export type ArgsFor<Tool extends AnyTool> =
  Tool extends RunnableTool<infer Args, never> ? Args : never

/** What a tool's schema makes of it. */
export type InputFor<Tool extends AnyTool> =
  Tool extends RunnableTool<never, infer Input> ? Input : never

/** What a tool gives. */
export type OutputFrom<Tool extends AnyTool> = Awaited<ReturnType<Tool['call']>>

/** Any tool that takes this. */
export type ToolTaking<Args> = RunnableTool<Args, never>

/** The strongest of several effects. */
export type JoinedEffects<E extends Effects> = 'write' extends E
  ? 'write'
  : 'idempotent' extends E
    ? 'idempotent'
    : 'read' extends E
      ? 'read'
      : 'none'

export interface Composition {
  readonly spec: CompositionSpec
  readonly parts: readonly AnyTool[]
  readonly input: ToolSchema
  readonly output?: ToolSchema
  /** The join of the parts' risks where it is left out. */
  readonly risk?: ToolRisk
  readonly run: Handler
  readonly companions?: ToolCompanions
}

/** A tool made of others: as risky as all of them together, and decided where each of them is. */
export function compose<Tool>(composition: Composition): Tool {
  const { spec, parts, input, output, run, companions = {} } = composition
  for (const part of parts) checkPart(part)
  const risk = composition.risk ?? joinRisk(...parts.map(({ definition }) => definition.risk))
  const definition: ToolDefinition = defineTool({
    ...fieldsOf(spec),
    input,
    ...(output && { output }),
    risk,
  })
  const tool = makeBare({
    definition,
    run,
    companions,
    jsonSchemaValidator: undefined,
    composed: {
      decides: parts.some((part) => insidesOf(part).decides),
      refusal: parts.map((part) => insidesOf(part).refusal).find((refusal) => refusal),
    },
  })
  // The inferred types live in the compiler alone: no value could prove them.
  return tool as unknown as Tool
}

/** Refuses what cannot be a part: no tool, or one that nobody can check the arguments of. */
export function checkPart(part: AnyTool): void {
  insidesOf(part)
  if (!part.needsValidator) return
  throw createToolError({
    category: 'validation',
    code: 'toolbox.no_validator',
    message: `${part.id}: its schema is plain JSON Schema; give it withValidator before it is composed`,
    details: { tool: part.id },
  })
}

/** Nothing but what a composition may say of itself. */
function fieldsOf(spec: CompositionSpec): CompositionSpec {
  const { title, description, examples, lifecycle, tags, metadata } = spec
  return {
    ...(spec.identity === undefined
      ? {
          name: spec.name,
          ...(spec.namespace !== undefined && { namespace: spec.namespace }),
          ...(spec.version !== undefined && { version: spec.version }),
        }
      : { identity: spec.identity }),
    description,
    ...(title !== undefined && { title }),
    ...(examples && { examples }),
    ...(lifecycle && { lifecycle }),
    ...(tags && { tags }),
    ...(metadata && { metadata }),
  }
}

import {
  createToolError,
  defineTool,
  type JsonObject,
  type RiskSpec,
  type PlainSchema,
  type StandardSchema,
  type ToolDefinition,
  type ToolSchema,
} from '@armorer/core'
import { type Handler } from './handler-service.js'
import { makeBare } from './make-runnable.js'
import { type AnyTool, type ReturnedBy, type RunnableToolSpec, type ToolFor } from './tool.js'

/** A tool that can run. It has no layers: add them, or take `recommended`. */
export function createTool<
  Input extends ToolSchema = StandardSchema<Record<string, never>>,
  Output extends ToolSchema = PlainSchema,
  const Risk extends RiskSpec = { readonly effects: 'unknown' },
  const Name extends string = string,
  Returned extends ReturnedBy<Output> = ReturnedBy<Output>,
>(
  spec: RunnableToolSpec<Input, Output, Risk, Name, Returned>,
): ToolFor<Input, Output, Risk, Name, Returned> {
  const { run, preview, reconcile, undo, jsonSchemaValidator, ...rest } = spec
  const definition: ToolDefinition = defineTool(withFlaggedRisk(rest))
  if (typeof run !== 'function') {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_definition',
      message: `tool ${definition.id}: run must be a function, not ${typeof run}`,
      details: { tool: definition.id, path: 'run' },
    })
  }
  const tool = makeBare({
    definition,
    run: run as Handler,
    companions: {
      ...(preview && { preview }),
      ...(reconcile && { reconcile }),
      ...(undo && { undo }),
    },
    jsonSchemaValidator,
  })
  return asInferred(tool)
}

/** The inferred types live in the compiler alone: no value could prove them. */
function asInferred<Tool>(tool: AnyTool): Tool {
  return tool as unknown as Tool
}

/** Flags that older tools carry in their metadata say something about risk: they add to it, and take nothing away. */
function withFlaggedRisk<Spec extends { readonly risk?: RiskSpec; readonly metadata?: JsonObject }>(
  spec: Spec,
): Spec {
  const { mutates, readOnly, dangerous } = spec.metadata ?? {}
  if ((mutates ?? readOnly ?? dangerous) === undefined) return spec
  const said = spec.risk ?? { effects: readOnly === true ? 'read' : 'unknown' }
  const changesNothing = said.effects === 'none' || said.effects === 'read'
  const effects = mutates === true && (changesNothing || !spec.risk) ? 'write' : said.effects
  return {
    ...spec,
    risk: {
      ...said,
      effects,
      requiresApproval: said.requiresApproval === true || dangerous === true,
    },
  }
}

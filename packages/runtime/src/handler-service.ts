import { type ToolDefinition, type ToolRisk } from '@armorer/core'
import { type RuntimeToolContext } from './context.js'
import { notBegun } from './outcome.js'
import { promiseOf, type Effects, type Service } from './service.js'
import { firstIssues, invalidOutput, validatorOf, type JsonSchemaValidator } from './validate.js'

export type Handler = (input: unknown, ctx: RuntimeToolContext) => unknown

/** The innermost service of a tool: its handler, and the check of what that returns. */
export function handlerService(
  definition: ToolDefinition,
  run: Handler,
  jsonSchemaValidator: JsonSchemaValidator | undefined,
): Service<unknown, unknown> {
  const base = { effects: effectsOf(definition.risk), names: [definition.id], decides: false }
  // Contexts are made by this package alone, and all of them are a tool's.
  const call: Service<unknown, unknown>['call'] = (input, ctx) =>
    ctx.begin()
      ? promiseOf(() => run(input, ctx as RuntimeToolContext))
      : Promise.reject(notBegun(definition.id))
  const validate = definition.output && validatorOf(definition.output, jsonSchemaValidator)
  if (!validate) return { ...base, call }
  const check = async (value: unknown) => {
    const result = await validate(value)
    if (result.issues) throw invalidOutput(definition, firstIssues(result.issues))
    return result.value
  }
  return { ...base, call: (input, ctx) => call(input, ctx).then(check) }
}

function effectsOf({ effects, idempotent }: ToolRisk): Effects {
  if (effects === 'none' || effects === 'read') return effects
  return idempotent ? 'idempotent' : 'write'
}

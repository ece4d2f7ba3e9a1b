import {
  toToolError,
  type ToolDefinition,
  type ToolError,
  type ToolRisk,
  stop,
  stoppedBy,
} from '@armorer/core'
import { type CallContext, type RuntimeToolContext } from './context.js'
import { notBegun } from './outcome.js'
import { type Effects, type Service } from './service.js'
import {
  firstIssues,
  invalidOutput,
  resultOf,
  validatorOf,
  type JsonSchemaValidator,
} from './validate.js'

export type Handler = (input: unknown, ctx: RuntimeToolContext) => unknown

/** The innermost service of a tool: its handler, and the check of what that returns. */
export function handlerService(
  definition: ToolDefinition,
  run: Handler,
  jsonSchemaValidator: JsonSchemaValidator | undefined,
  composed?: { readonly decides: boolean },
): Service<unknown, unknown> {
  const effects = effectsOf(definition.risk)
  const writes = effects === 'write' || effects === 'idempotent'
  const validate = definition.output && validatorOf(definition.output, jsonSchemaValidator)

  const check = async (value: unknown) => {
    const result = await resultOf(validate?.(value))
    if (!result.issues) return result.value
    const error = invalidOutput(definition, firstIssues(result.issues))
    throw writes ? unsure(error, false) : error
  }
  const judge = (thrown: unknown): never => {
    throw writes ? judgeWrite(thrown, definition, effects) : thrown
  }

  return {
    effects,
    names: [definition.id],
    decides: composed?.decides ?? false,
    call(input, ctx) {
      // What is made of others begins when one of them does.
      const mayBegin = composed ? !ctx.cancelled : ctx.begin()
      if (!mayBegin) return Promise.reject(notBegun(definition.id))
      const work = start(run, input, ctx)
      const told = writes && !composed ? work.catch(judge) : work
      return validate ? told.then(check) : told
    },
  }
}

function start(run: Handler, input: unknown, ctx: CallContext): Promise<unknown> {
  try {
    // Contexts are made by this package alone, and all of them are a tool's.
    const value = run(input, ctx as RuntimeToolContext)
    return value instanceof Promise ? value : Promise.resolve(value)
  } catch (error) {
    return Promise.reject(error)
  }
}

/** No answer is no "no": a write of which nothing was heard may have happened, whatever its handler's client calls it. */
function judgeWrite(thrown: unknown, { identity }: ToolDefinition, effects: Effects): unknown {
  if (stoppedBy(thrown)) return thrown
  const error = toToolError(thrown, identity)
  const saidByAuthor = error === thrown
  const unheard =
    error.category === 'timeout' ||
    (!saidByAuthor && (error.category === 'transient' || error.category === 'cancelled'))
  return unheard ? unsure(error, effects === 'idempotent') : thrown
}

function unsure(error: ToolError, retryable: boolean): ToolError {
  const { code, message, details } = error
  return stop({ kind: 'unknown' }, `${message}: whether it was done is not known`, {
    code,
    retryable,
    cause: error,
    ...(details && { details }),
  })
}

function effectsOf({ effects, idempotent }: ToolRisk): Effects {
  if (effects === 'none' || effects === 'read') return effects
  return idempotent ? 'idempotent' : 'write'
}

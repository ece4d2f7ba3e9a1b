import {
  createToolError,
  defineTool,
  toToolError,
  type SchemaResult,
  type ToolDefinition,
  type ToolError,
} from '@armorer/core'
import { handlerService, type Handler } from './handler-service.js'
import { createToolContext, type DerivedContext, type RuntimeToolContext } from './context.js'
import { notBegun, stop, stoppedBy, toResult, type ToolResult } from './outcome.js'
import { type Effects, type Layer, type Service } from './service.js'
import { type AnyTool, type CallOptions, type ToolCall, type ToolCompanions } from './tool.js'
import { untilCancelled } from './until-cancelled.js'
import {
  firstIssues,
  invalidInput,
  readArguments,
  validatorOf,
  type JsonSchemaValidator,
} from './validate.js'

export interface ToolParts {
  readonly definition: ToolDefinition
  readonly run: Handler
  /** Innermost first. */
  readonly layers: ReadonlyArray<Layer<unknown, unknown, Effects>>
  /** From validated input to checked output, through all layers. */
  readonly service: Service<unknown, unknown>
  readonly companions: ToolCompanions
  readonly jsonSchemaValidator: JsonSchemaValidator | undefined
}

/** A tool without layers. */
export function makeBare(parts: Omit<ToolParts, 'layers' | 'service'>): AnyTool {
  return makeRunnable({ ...parts, layers: [], service: innermost(parts) })
}

let calls = 0

/** Puts the boundary around a service: arguments are checked once on the way in, errors are typed on the way out. */
function makeRunnable(parts: ToolParts): AnyTool {
  const { definition, service, companions, jsonSchemaValidator } = parts
  const validate = validatorOf(definition.input, jsonSchemaValidator)
  const refusal = refusalOf(parts, validate !== undefined)

  const rethrow = (thrown: unknown): unknown => {
    const stopped = stoppedBy(thrown)
    // Whoever calls directly wants the value, whenever it was made.
    if (stopped?.kind === 'duplicate') return stopped.value
    throw toToolError(thrown, definition.identity)
  }

  const run = (args: unknown, ctx: DerivedContext): Promise<unknown> => {
    if (refusal || !validate) return Promise.reject(refusal?.() ?? notCheckable(definition))
    if (isPolluted(args)) return Promise.reject(polluted(definition))
    let parsed: SchemaResult<unknown> | Promise<SchemaResult<unknown>>
    try {
      parsed = validate(args)
    } catch (error) {
      return Promise.reject(error)
    }
    return parsed instanceof Promise
      ? parsed.then((result) => proceed(result, args, ctx))
      : proceed(parsed, args, ctx)
  }

  const proceed = (parsed: SchemaResult<unknown>, args: unknown, ctx: DerivedContext) => {
    if (parsed.issues)
      return Promise.reject(invalidInput(definition, firstIssues(parsed.issues), args))
    if (ctx.cancelled) return Promise.reject(notBegun(definition.id))
    const work = service.call(parsed.value, ctx)
    return companions.preview ? withPreview(work, parsed.value, ctx, companions) : work
  }

  const runText = (text: string, ctx: DerivedContext): Promise<unknown> => {
    const read = readArguments(definition, text)
    return 'error' in read ? Promise.reject(read.error) : run(read.value, ctx)
  }

  const call = (args: unknown, options?: CallOptions): Promise<unknown> => {
    const ctx = contextOf(definition, options?.callId, options)
    return limited(run(args, ctx), ctx, service.effects, options).then(undefined, rethrow)
  }

  const execute = (
    { id, arguments: given }: Omit<ToolCall, 'name'>,
    options?: CallOptions,
  ): Promise<ToolResult> => {
    const ctx = contextOf(definition, id ?? options?.callId, options)
    const callId = ctx.toolCall.id
    const work = typeof given === 'string' ? runText(given, ctx) : run(given ?? {}, ctx)
    return limited(work, ctx, service.effects, options).then(
      (value): ToolResult => ({ kind: 'done', callId, tool: definition.id, value }),
      (thrown: unknown) => toResult(thrown, callId, definition),
    )
  }

  const tool = Object.assign((args: unknown, options?: CallOptions) => call(args, options), {
    definition,
    id: definition.id,
    effects: service.effects,
    companions,
    call,
    execute,
    layer: (layer: Layer<unknown, unknown, Effects>) =>
      makeRunnable({ ...parts, layers: [...parts.layers, layer], service: layer(service) }),
    stack: () => service.names,
    withName: (name: string) => rebuilt(parts, { definition: renamed(definition, name) }),
    withValidator: (validator: JsonSchemaValidator) =>
      rebuilt(parts, { jsonSchemaValidator: validator }),
    needsValidator: isMissing(parts, validate !== undefined),
  })
  // A function's own name can only be defined, not assigned.
  Object.defineProperty(tool, 'name', { value: definition.identity.name, enumerable: true })
  return tool as unknown as AnyTool
}

/** A call that was only rehearsed shows what it would have done, where its tool can tell. */
function withPreview(
  work: Promise<unknown>,
  input: unknown,
  ctx: DerivedContext,
  { preview }: ToolCompanions,
): Promise<unknown> {
  return work.catch(async (thrown: unknown) => {
    const stopped = stoppedBy(thrown)
    if (stopped?.kind !== 'dry_run' || stopped.preview !== undefined || !preview) throw thrown
    const shown: unknown = await (preview as Handler)(input, ctx as unknown as RuntimeToolContext)
    throw stop({ kind: 'dry_run', preview: shown }, toToolError(thrown).message)
  })
}

function contextOf(
  definition: ToolDefinition,
  id: string | undefined,
  options: CallOptions | undefined,
) {
  const call = { id: id ?? `call_${++calls}`, tool: definition.id, name: definition.identity.name }
  return createToolContext(definition, call, options)
}

/** Ends with its caller's patience, where the caller said how long that is. */
function limited(
  work: Promise<unknown>,
  ctx: DerivedContext,
  effects: Effects,
  options: CallOptions | undefined,
): Promise<unknown> {
  if (options?.signal === undefined && options?.deadline === undefined) return work
  return untilCancelled(work, ctx, effects, options.clock)
}

type Base = Pick<ToolParts, 'definition' | 'run' | 'jsonSchemaValidator'>

function innermost({ definition, run, jsonSchemaValidator }: Base): Service<unknown, unknown> {
  return handlerService(definition, run, jsonSchemaValidator)
}

/** The same layers around a changed core. */
function rebuilt(parts: ToolParts, change: Partial<Base>): AnyTool {
  const base = { ...parts, ...change }
  const service = parts.layers.reduce((inner, layer) => layer(inner), innermost(base))
  return makeRunnable({ ...base, service })
}

/** Why no call can go ahead, whatever its arguments. */
function refusalOf(
  { definition, service }: ToolParts,
  canCheck: boolean,
): (() => ToolError) | undefined {
  if (!canCheck) return () => notCheckable(definition)
  if (!definition.risk.requiresApproval || service.decides) return undefined
  return () =>
    stop(
      { kind: 'denied' },
      `${definition.id} needs approval, and nothing in its stack can give it`,
      {
        code: 'toolbox.approval_required',
      },
    )
}

function isMissing(
  { definition, jsonSchemaValidator }: ToolParts,
  canCheckInput: boolean,
): boolean {
  if (!canCheckInput) return true
  return (
    definition.output !== undefined &&
    validatorOf(definition.output, jsonSchemaValidator) === undefined
  )
}

function notCheckable({ id }: ToolDefinition): ToolError {
  return createToolError({
    category: 'validation',
    code: 'toolbox.no_validator',
    message: `${id}: its schema is plain JSON Schema; pass jsonSchemaValidator to createTool or to the toolbox`,
  })
}

/** A key that `JSON.parse` makes and no honest caller needs. */
function isPolluted(args: unknown): boolean {
  return typeof args === 'object' && args !== null && Object.hasOwn(args, '__proto__')
}

function polluted(definition: ToolDefinition): ToolError {
  return invalidInput(definition, [{ message: 'must not hold the key __proto__' }], undefined)
}

function renamed({ id, identity, ...rest }: ToolDefinition, name: string): ToolDefinition {
  return defineTool({ ...rest, identity: { ...identity, name } })
}

import {
  createToolError,
  defineTool,
  toToolError,
  type SchemaResult,
  type ToolDefinition,
  type ToolError,
  stop,
  stoppedBy,
} from '@armorer/core'
import { systemClock } from './clock.js'
import { type DerivedContext } from './context.js'
import { createToolContext, type CallNaming } from './create-context.js'
import { freezeInput } from './freeze-input.js'
import { handlerService, type Handler } from './handler-service.js'
import { notBegun, toResult, unmarked, type ToolResult } from './outcome.js'
import { previewOf } from './preview.js'
import { promiseOf, applied, type Effects, type Layer, type Service } from './service.js'
import { type AnyTool, type CallOptions, type ToolCall, type ToolCompanions } from './tool.js'
import { pastDeadline, untilCancelled } from './until-cancelled.js'
import {
  findPollution,
  firstIssues,
  invalidInput,
  isResult,
  readArguments,
  resultOf,
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
  /** Made of other tools, which judge their own ends; whether any of them decides; and why one of them never runs, if so. */
  readonly composed?: { readonly decides: boolean; readonly refusal: Refusal | undefined }
}

type Refusal = () => ToolError

type Base = Pick<ToolParts, 'definition' | 'run' | 'jsonSchemaValidator' | 'composed'>

/** The ways into a tool behind its boundary, for tools that are made of it. */
export interface ToolInsides {
  readonly decides: boolean
  /** Why no call can go ahead, where none can. */
  readonly refusal: Refusal | undefined
  check(args: unknown): SchemaResult<unknown> | Promise<SchemaResult<unknown>>
  /** Checks the arguments, then runs. */
  run(args: unknown, ctx: DerivedContext): Promise<unknown>
  /** Runs what is checked already. */
  enter(input: unknown, ctx: DerivedContext): Promise<unknown>
}

const insides = new WeakMap<AnyTool, ToolInsides>()

export function insidesOf(tool: AnyTool): ToolInsides {
  const found = insides.get(tool)
  if (found) return found
  throw createToolError({
    category: 'validation',
    code: 'toolbox.invalid_tool',
    message: 'a composition is made of tools that can run, as createTool makes them',
  })
}

/** A tool without layers. */
export function makeBare(parts: Omit<ToolParts, 'layers' | 'service'>): AnyTool {
  return makeRunnable({ ...parts, layers: [], service: innermost(parts) })
}

/** Puts the boundary around a service: arguments are checked once on the way in, errors are typed on the way out. */
function makeRunnable(parts: ToolParts): AnyTool {
  const { definition, service, companions, jsonSchemaValidator } = parts
  const validate = validatorOf(definition.input, jsonSchemaValidator)
  const refusal = refusalOf(parts)

  const run = (args: unknown, ctx: DerivedContext, raw?: string): Promise<unknown> => {
    if (refusal || !validate) return Promise.reject(refusal?.() ?? notCheckable(definition))
    if (ctx.cancelled) return Promise.reject(notBegun(definition.id))
    if (findPollution(args)) return Promise.reject(polluted(definition))
    const said = validate(args)
    if (isResult(said)) return proceed(said, ctx, raw)
    const letGo = ctx.holdBack()
    return resultOf(said)
      .finally(letGo)
      .then((result) => proceed(result, ctx, raw))
  }

  const proceed = (parsed: SchemaResult<unknown>, ctx: DerivedContext, raw?: string) => {
    if (parsed.issues)
      return Promise.reject(invalidInput(definition, firstIssues(parsed.issues), raw))
    return enter(parsed.value, ctx)
  }

  const enter = (value: unknown, ctx: DerivedContext): Promise<unknown> => {
    if (refusal) return Promise.reject(refusal())
    // Whoever decides must decide about what will run, and nobody may change it meanwhile.
    const input = service.decides ? freezeInput(value) : value
    const work = service.call(input, ctx)
    return companions.preview
      ? work.catch((thrown: unknown) => previewOf(thrown, input, ctx, companions))
      : work
  }

  const runText = (text: string, ctx: DerivedContext): Promise<unknown> => {
    const read = readArguments(definition, text)
    return 'error' in read ? Promise.reject(read.error) : run(read.value ?? {}, ctx, text)
  }

  const rethrow = (thrown: unknown): unknown => {
    const stopped = stoppedBy(thrown)
    // Whoever calls directly wants the value, whenever it was made.
    if (stopped?.kind === 'duplicate') return stopped.value
    // How this call was stopped is not how a tool that made it was.
    throw unmarked(toToolError(thrown, definition.identity))
  }

  const call = (args: unknown, options?: CallOptions): Promise<unknown> => {
    let work: Promise<unknown>
    try {
      const asked = options?.callId === undefined ? undefined : namingOf(options.callId)
      const ctx = contextOf(definition, asked, options)
      work = limited(run(args, ctx), ctx, service.effects, options)
    } catch (error) {
      // What is thrown on the way is a rejection: by a getter of the arguments, or a validator.
      work = Promise.reject(error)
    }
    return work.then(undefined, rethrow)
  }

  const execute = (asked: Partial<ToolCall>, options?: CallOptions): Promise<ToolResult> => {
    let callId = ''
    let work: Promise<unknown>
    try {
      const { id, name, arguments: given } = asked
      const ctx = contextOf(definition, namingOf(id ?? options?.callId, name), options)
      callId = ctx.toolCall.id
      const started = typeof given === 'string' ? runText(given, ctx) : run(given ?? {}, ctx)
      work = limited(started, ctx, service.effects, options)
    } catch (error) {
      callId ||= createToolContext(definition).toolCall.id
      work = Promise.reject(error)
    }
    return work.then(
      (value): ToolResult => ({ kind: 'done', callId, tool: definition.id, value }),
      (thrown: unknown) => toResult(thrown, callId, definition),
    )
  }

  const tool = Object.assign(call, {
    definition,
    id: definition.id,
    effects: service.effects,
    companions,
    consult: consultOf(definition, companions),
    call,
    execute,
    layer: (layer: Layer<unknown, unknown, Effects>) =>
      makeRunnable({
        ...parts,
        layers: [...parts.layers, layer],
        service: applied(layer, service),
      }),
    stack: () => service.names,
    withName: (name: string) => rebuilt(parts, { definition: renamed(definition, name) }),
    withValidator: (validator: JsonSchemaValidator) =>
      rebuilt(parts, { jsonSchemaValidator: validator }),
    needsValidator: isMissing(parts, validate !== undefined),
  })
  // A function's own name can only be defined, not assigned.
  Object.defineProperty(tool, 'name', { value: definition.identity.name, enumerable: true })
  const made = tool as unknown as AnyTool
  insides.set(made, {
    decides: service.decides,
    refusal,
    check: (args) => (validate ? validate(args) : Promise.reject(notCheckable(definition))),
    run,
    enter,
  })
  return made
}

/** A companion is no call: it runs under no layers, and what it throws is the asker's to judge. */
function consultOf(definition: ToolDefinition, companions: ToolCompanions): AnyTool['consult'] {
  return (name, about, { lost, ...options } = {}) => {
    // Typed by the tool that it belongs to; whoever asks passes what that tool takes and gives.
    const companion = companions[name] as Companion | undefined
    if (!companion) return undefined
    const ctx = createToolContext(definition, undefined, options)
    return promiseOf(() => companion(about, ctx, lost)).finally(() => ctx.release())
  }
}

type Companion = (about: unknown, ctx: unknown, lost: unknown) => unknown

function contextOf(
  definition: ToolDefinition,
  asked: CallNaming | undefined,
  options: CallOptions | undefined,
) {
  const ctx = createToolContext(definition, asked, options)
  if (options?.deadline !== undefined && isPast(options.deadline, options.clock)) {
    ctx.cancel(pastDeadline())
  }
  return ctx
}

function namingOf(id: unknown, name?: unknown): CallNaming {
  return {
    id: typeof id === 'string' && id !== '' ? id : undefined,
    name: typeof name === 'string' ? name : undefined,
  }
}

/** What is no time at all is past. */
function isPast(deadline: number, clock = systemClock): boolean {
  return !(deadline > clock.now())
}

/** Ends with its caller's patience, where the caller said how long that is. */
function limited(
  work: Promise<unknown>,
  ctx: DerivedContext,
  effects: Effects,
  options: CallOptions | undefined,
): Promise<unknown> {
  if (options === undefined) return work
  const isLimited = options.signal ?? options.deadline ?? options.within
  // A call that was over before it began has said so itself.
  if (isLimited === undefined || (ctx.cancelled && !ctx.begun)) return work
  return untilCancelled(work, ctx, effects, options.clock)
}

function innermost(base: Base): Service<unknown, unknown> {
  return handlerService(base.definition, base.run, base.jsonSchemaValidator, base.composed)
}

/** The same layers around a changed core. */
function rebuilt(parts: ToolParts, change: Partial<Base>): AnyTool {
  const base = { ...parts, ...change }
  const service = parts.layers.reduce((inner, layer) => applied(layer, inner), innermost(base))
  return makeRunnable({ ...base, service })
}

/** Why no call can go ahead, whatever its arguments. */
function refusalOf({ definition, service, composed }: ToolParts): Refusal | undefined {
  // Nobody who approves the whole can give a part what it asks for in its own stack.
  if (composed?.refusal) return composed.refusal
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
  return definition.output !== undefined && !validatorOf(definition.output, jsonSchemaValidator)
}

function notCheckable({ id }: ToolDefinition): ToolError {
  return createToolError({
    category: 'validation',
    code: 'toolbox.no_validator',
    message: `${id}: its schema is plain JSON Schema; pass jsonSchemaValidator to createTool or to the toolbox`,
  })
}

function polluted(definition: ToolDefinition): ToolError {
  return invalidInput(definition, [{ message: 'must not hold the key __proto__' }], undefined)
}

function renamed({ id, identity, ...rest }: ToolDefinition, name: string): ToolDefinition {
  return defineTool({ ...rest, identity: { ...identity, name } })
}

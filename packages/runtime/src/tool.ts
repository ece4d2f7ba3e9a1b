import {
  type ArgsOf,
  type DefinitionOf,
  type OutputOf,
  type RiskSpec,
  type ToolDefinition,
  type ToolId,
  type ToolRisk,
  type ToolSchema,
  type ToolSpec,
  type ValueOf,
} from '@armorer/core'
import { type CallFacts, type CallLimits, type RuntimeToolContext } from './context.js'
import { type ToolResult } from './outcome.js'
import { type Effects, type Layer } from './service.js'
import { type JsonSchemaValidator } from './validate.js'

/** A call as a model or a client makes it. */
export interface ToolCall<Name extends string = string, Args = unknown> {
  readonly id?: string
  readonly name: Name
  /** A value, or JSON text as models write it. */
  readonly arguments?: Args | string
}

/** How one call is made: who asks, for whom, and until when. */
export interface CallOptions extends CallFacts, CallLimits {
  readonly callId?: string | undefined
}

/** What a risk lets layers do. */
export type EffectsOf<Risk> = Risk extends {
  readonly effects: infer Kind
  readonly idempotent: infer Idempotent
}
  ? Kind extends 'none' | 'read'
    ? Kind
    : Idempotent extends true
      ? 'idempotent'
      : 'write'
  : Effects

/** A tool that can run: its definition, and a service behind it. Called as a function it is `call`. */
export interface RunnableTool<
  Args = unknown,
  Input = unknown,
  Output = unknown,
  E extends Effects = Effects,
  Name extends string = string,
> {
  (args: Args, options?: CallOptions): Promise<Output>
  readonly definition: ToolDefinition<unknown, unknown, unknown, ToolRisk, Name>
  readonly id: ToolId
  readonly name: Name
  readonly effects: E
  readonly companions: ToolCompanions
  /** Asks a companion, in a context of its own. `undefined` where the tool has none of that name. */
  consult(
    companion: keyof ToolCompanions,
    about: unknown,
    options?: CallOptions & { readonly lost?: LostCall },
  ): Promise<unknown> | undefined
  /** Validates, runs all layers, and gives the output. What goes wrong is thrown as a `ToolError`. */
  call(args: Args, options?: CallOptions): Promise<Output>
  /** The same for a call as a model makes it. It never throws: whatever happens is a result. */
  execute(
    call: Omit<ToolCall<string, Args>, 'name'>,
    options?: CallOptions,
  ): Promise<ToolResult<Output>>
  /** The layer added last is outermost. Layers see the validated input. */
  layer<NewOutput>(
    layer: Layer<Input, Output, E, Input, NewOutput>,
  ): RunnableTool<Args, Input, NewOutput, E, Name>
  /** What runs, outermost first. */
  stack(): readonly string[]
  withName<NewName extends string>(name: NewName): RunnableTool<Args, Input, Output, E, NewName>
  /** The same tool with someone to check its plain JSON Schemas. */
  withValidator(validator: JsonSchemaValidator): RunnableTool<Args, Input, Output, E, Name>
  /** Whether it has plain JSON Schemas, and nobody to check them. */
  readonly needsValidator: boolean
}

/** What a tool can do beside running: gateways and previews use it, and layers leave it alone. */
export interface ToolCompanions<Input = never, Output = never> {
  /** What running would do, without doing it. */
  readonly preview?: (input: Input, ctx: RuntimeToolContext) => unknown
  /** Reads back from the world whether an earlier run, of which nothing was heard, took place. */
  readonly reconcile?: (input: Input, ctx: RuntimeToolContext, lost: LostCall) => unknown
  /** Takes back what a run did. */
  readonly undo?: (output: Output, ctx: RuntimeToolContext) => unknown
}

/** A run of which nothing was heard. */
export interface LostCall {
  /** When it can have taken place, in milliseconds since 1970. */
  readonly from: number
  readonly until: number
  /** Whether something found is known as the outcome of another run. */
  isBound(externalId: string): Promise<boolean>
}

/** A tool as its author writes it: what it is, and what it does. */
export type RunnableToolSpec<
  Input extends ToolSchema = ToolSchema,
  Output extends ToolSchema = ToolSchema,
  Risk extends RiskSpec = RiskSpec,
  Name extends string = string,
  Returned = unknown,
> = ToolSpec<Input, Output, Risk, Name> &
  ToolCompanions<ValueOf<Input>, OutputFor<Output, Returned>> & {
    readonly run: (input: ValueOf<Input>, ctx: RuntimeToolContext) => Promise<Returned> | Returned
    /** Checks plain JSON Schemas. A toolbox can bring one too. */
    readonly jsonSchemaValidator?: JsonSchemaValidator
  }

/** What a handler must return, so that its output schema takes it. */
export type ReturnedBy<Output extends ToolSchema> = Output extends { readonly '~standard': object }
  ? ArgsOf<Output>
  : unknown

/** What comes out: what the output schema makes of it, or what the handler returns where there is none. */
export type OutputFor<Output extends ToolSchema, Returned> = Output extends {
  readonly '~standard': object
}
  ? OutputOf<Output>
  : Returned

export type ToolFor<
  Input extends ToolSchema,
  Output extends ToolSchema,
  Risk extends RiskSpec,
  Name extends string,
  Returned,
> =
  DefinitionOf<Input, Output, Risk, Name> extends ToolDefinition<
    infer Args,
    infer Value,
    unknown,
    infer Resolved
  >
    ? RunnableTool<Args, Value, OutputFor<Output, Returned>, EffectsOf<Resolved>, Name>
    : never

/** Any tool, of which nothing is known at compile time. */
// Arguments are contravariant: a tool that takes something particular fits only where callers promise nothing.
export type AnyTool = RunnableTool<never, never>

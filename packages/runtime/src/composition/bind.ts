import { createToolError, toJsonSchema, type JsonSchema } from '@armorer/core'
import { freezeInput } from '../freeze-input.js'
import { insidesOf } from '../make-runnable.js'
import { type AnyTool, type RunnableTool } from '../tool.js'
import { callInstead } from './call-part.js'
import {
  compose,
  type ArgsFor,
  type CompositionSpec,
  type InputFor,
  type OutputFrom,
} from './compose.js'
import { checkedOutput, describedSchema } from './described-schema.js'

/** What may be fixed. Of a tool that the compiler has yet to infer it knows nothing, and refuses nothing. */
type Fixable<Args> = [Args] extends [never] ? object : Partial<Args>

/** What is left to say when some of it is fixed. */
export type Unbound<Args, Fixed> = Omit<Args, keyof Fixed>

/**
 * A tool with some of its arguments fixed: a model is not told of them, and cannot say anything else. What it is called with is
 * checked together with them, once, by the tool's own schema.
 */
export function bind<
  Name extends string,
  Tool extends AnyTool,
  const Fixed extends Fixable<ArgsFor<Tool>>,
>(
  tool: Tool,
  fixed: Fixed,
  spec: CompositionSpec<Name>,
): RunnableTool<
  Unbound<ArgsFor<Tool>, Fixed>,
  InputFor<Tool>,
  OutputFrom<Tool>,
  Tool['effects'],
  Name
> {
  const part: AnyTool = tool
  const { definition, companions } = part
  const kept = freezeInput(fixed) as Readonly<Record<string, unknown>>
  checkKeys(part, Object.keys(kept))
  return compose({
    spec,
    parts: [part],
    input: describedSchema({
      like: definition.input,
      direction: 'input',
      change: (schema) => without(schema, Object.keys(kept)),
      validate: (args) => insidesOf(part).check(withFixed(args, kept)),
    }),
    ...(definition.output && { output: checkedOutput(definition.output) }),
    risk: definition.risk,
    run: (input, ctx) => callInstead(part, input, ctx, true),
    companions,
  })
}

/** What is fixed wins. Anything but an object is left for the schema to refuse. */
function withFixed(args: unknown, fixed: Readonly<Record<string, unknown>>): unknown {
  if (typeof args !== 'object' || args === null || Array.isArray(args)) return args
  return { ...args, ...fixed }
}

function checkKeys(part: AnyTool, keys: readonly string[]): void {
  // JSON Schema has nothing else there.
  const properties = (toJsonSchema(part.definition.input, 'input')['properties'] ??
    {}) as JsonSchema
  const stranger = keys.find((key) => !Object.hasOwn(properties, key))
  if (stranger === undefined) return
  throw createToolError({
    category: 'validation',
    code: 'toolbox.invalid_bind',
    message: `${part.id} takes no ${JSON.stringify(stranger.slice(0, 80))} that could be fixed`,
    details: { tool: part.id },
  })
}

function without(schema: JsonSchema, keys: readonly string[]): JsonSchema {
  const { properties = {}, required = [], ...rest } = schema
  const isLeft = (key: string) => !keys.includes(key)
  return {
    ...rest,
    properties: Object.fromEntries(
      Object.entries(properties as JsonSchema).filter(([key]) => isLeft(key)),
    ),
    required: (required as readonly string[]).filter(isLeft),
  }
}

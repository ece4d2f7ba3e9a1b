import {
  createToolbox as createPlainToolbox,
  type AnyTool,
  type BatchOptions,
  type Signatures,
  type SignaturesOf,
  type Toolbox,
  type ToolboxOptions,
  type ToolCall,
  type ToolResult,
} from '@armorer/runtime'
import { type ToolErrorCategory } from '@armorer/core'

/** What results said before they carried a whole error. */
export interface LegacyError {
  /** @deprecated Read `error.message`. */
  readonly errorMessage?: string
  /** @deprecated Read `error.category`. */
  readonly errorCategory?: ToolErrorCategory
}

/** A toolbox with the names of armorer 0.7 beside its own. */
export interface LegacyToolbox<Tools extends Signatures = Signatures> extends Omit<
  Toolbox<Tools>,
  'execute'
> {
  execute<Name extends keyof Tools & string>(
    call: ToolCall<Name, Tools[Name]['args']>,
    options?: BatchOptions,
  ): Promise<ToolResult<Tools[Name]['output']> & LegacyError>
  execute(call: ToolCall, options?: BatchOptions): Promise<ToolResult & LegacyError>
  execute(
    calls: readonly ToolCall[],
    options?: BatchOptions,
  ): Promise<ReadonlyArray<ToolResult & LegacyError>>
  /** @deprecated Use `find`, which says the same, or `resolve` of a registry, which also warns. */
  getTool(name: string): AnyTool | undefined
}

/**
 * A toolbox of these tools, as `armorer/utilities` makes it, with `getTool`, and with `errorMessage` and `errorCategory` on
 * results that have an error. The three go with the next major version.
 */
export function createToolbox<const Tools extends readonly AnyTool[]>(
  tools: Tools,
  options: ToolboxOptions = {},
): LegacyToolbox<SignaturesOf<Tools[number]>> {
  const toolbox = createPlainToolbox(tools, options) as unknown as Toolbox
  const execute = async (given: ToolCall | readonly ToolCall[], batch?: BatchOptions) => {
    // Both overloads of the plain one, told apart by what was given.
    const result = await (toolbox.execute as Execute)(given, batch)
    return Array.isArray(result)
      ? result.map(withLegacyError)
      : withLegacyError(result as ToolResult)
  }
  const legacy = {
    ...toolbox,
    // A getter, which a spread would have read once and for all.
    get size() {
      return toolbox.size
    },
    execute,
    getTool: (name: string) => toolbox.find(name),
  }
  // The types of the tools live in the compiler alone.
  return legacy as unknown as LegacyToolbox<SignaturesOf<Tools[number]>>
}

type Execute = (given: unknown, batch?: BatchOptions) => Promise<ToolResult | readonly ToolResult[]>

function withLegacyError(result: ToolResult): ToolResult & LegacyError {
  if (!('error' in result)) return result
  const { message, category } = result.error
  return { ...result, errorMessage: message, errorCategory: category }
}

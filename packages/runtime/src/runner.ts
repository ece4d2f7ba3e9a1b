import {
  createRegistry,
  createToolError,
  formatToolId,
  parseToolId,
  type RegistryWarning,
  type SearchOptions,
  type SearchResult,
  type ToolDefinition,
  type ToolPredicate,
  type VersionSelector,
} from '@armorer/core'
import { executeBatch, type BatchOptions } from './batch.js'
import { checkNames, notTaken, type NamesOf } from './check-arguments.js'
import { type CallFacts } from './context.js'
import { createEdge, runBound } from './edge.js'
import { readOnlyGate, predicateGate, type Gate } from './gates.js'
import { isRunnableTool } from './is-runnable-tool.js'
import { type ToolResult } from './outcome.js'
import { type AnyTool, type RunnableTool, type ToolCall } from './tool.js'
import { type JsonSchemaValidator } from './validate.js'

export interface ToolboxOptions {
  /** Let nothing run that writes, or may. */
  readonly readOnly?: boolean
  /** Let nothing run but what this allows: `not(hasRisk({ systemAccess: true }))`. */
  readonly allow?: ToolPredicate
  /** Checks plain JSON Schemas. Without it such a tool cannot be registered. */
  readonly jsonSchemaValidator?: JsonSchemaValidator
  readonly versionSelector?: VersionSelector
  /** Hears of ambiguous names and of tools that are deprecated or replaced. */
  readonly onWarning?: (warning: RegistryWarning) => void
}

/** A tool, and what decides whether it may run at all. Gates only ever grow in number. */
export interface ToolboxEntry {
  readonly tool: AnyTool
  /** Other names of the tool. */
  readonly aliases: readonly string[]
  readonly gates: readonly Gate[]
}

/** Tools by name, for models and clients that know them by nothing else. */
export interface Toolbox<Tools extends Signatures = Signatures> {
  readonly size: number
  /** One call, with the types of the tool that its name says. */
  execute<Name extends keyof Tools & string>(
    call: ToolCall<Name, Tools[Name]['args']>,
    options?: BatchOptions,
  ): Promise<ToolResult<Tools[Name]['output']>>
  /** One call as it came from a model. */
  execute(call: ToolCall, options?: BatchOptions): Promise<ToolResult>
  /** Several calls: results in the order of the calls, one for each, whatever happens. */
  execute(calls: readonly ToolCall[], options?: BatchOptions): Promise<readonly ToolResult[]>
  register(tool: AnyTool, options?: { aliases?: readonly string[]; override?: boolean }): void
  /** Whether there was such a tool. Batches that are under way keep it. */
  unregister(id: string): boolean
  /** The tool that a name means today; `undefined` where there is none, or none that may run here. */
  find(name: string): AnyTool | undefined
  list(): readonly ToolDefinition[]
  search(query: string, options?: SearchOptions): SearchResult
  entries(): readonly ToolboxEntry[]
  /** Waits for what still runs although nobody waited for it any more. */
  drain(): Promise<void>
}

/** What goes into and comes out of tools, by name: worked out once, so that a call costs the compiler no more in a large toolbox. */
export interface Signatures {
  readonly [name: string]: { readonly args: unknown; readonly output: unknown }
}

export type SignaturesOf<Tool extends AnyTool> = {
  readonly [One in Tool as One['name']]: {
    readonly args: One extends RunnableTool<infer Args, never> ? Args : unknown
    readonly output: Awaited<ReturnType<One['call']>>
  }
}

/** A toolbox of these tools. */
export function createToolbox<const Tools extends readonly AnyTool[]>(
  tools: Tools,
  options: ToolboxOptions = {},
): Toolbox<SignaturesOf<Tools[number]>> {
  if (!Array.isArray(tools)) throw notTaken('createToolbox', 'an array of tools', tools)
  return makeToolbox(
    tools.map((tool) => ({ tool, aliases: [], gates: [] })),
    options,
  ) as unknown as Toolbox<SignaturesOf<Tools[number]>>
}

/** The same under the name that fits what it does. */
export const createRunner = createToolbox

export function makeToolbox(entries: readonly ToolboxEntry[], options: ToolboxOptions): Toolbox {
  checkNames('a toolbox', options, NAMES)
  const { readOnly = false, allow, jsonSchemaValidator, versionSelector, onWarning } = options
  const registry = createRegistry(versionSelector ? { versionSelector } : {})
  const held = new Map<string, ToolboxEntry>()
  const late = new Set<Promise<unknown>>()
  const own = [...(readOnly ? [readOnlyGate] : []), ...(allow ? [predicateGate(allow)] : [])]
  const edge = createEdge(registry, held, onWarning)

  const add = ({ tool, aliases, gates }: ToolboxEntry, override = false) => {
    const checked = withValidator(tool, jsonSchemaValidator)
    registry.register(checked.definition, { aliases, override })
    held.set(checked.id, { tool: checked, aliases, gates: [...gates, ...own] })
    edge.forget()
  }

  const track = (work: Promise<unknown>) => {
    late.add(work)
    const done = () => late.delete(work)
    work.then(done, done)
  }

  const tracked: BatchOptions = { onLate: track }

  for (const entry of entries) add(entry)
  return {
    get size() {
      return held.size
    },
    execute: ((given: ToolCall | readonly ToolCall[], batch?: BatchOptions) => {
      // A field that is added to a spread costs several times an assignment, and every call comes by here.
      const withLate = batch
        ? Object.assign({}, batch, { onLate: bothTold(track, batch.onLate) })
        : tracked
      if (!Array.isArray(given))
        return runBound(edge.bind(given as ToolCall, batch?.gate), withLate)
      return executeBatch(
        Array.from(given as readonly ToolCall[], (call) => edge.bind(call, batch?.gate)),
        withLate,
      )
    }) as Toolbox['execute'],
    register: (tool, { aliases = [], override = false } = {}) =>
      add({ tool, aliases, gates: [] }, override),
    unregister(id) {
      edge.forget()
      held.delete(formatToolId(parseToolId(id)))
      return registry.unregister(id)
    },
    find: (name) => edge.find(name),
    list: () => registry.list(),
    search: (query, how) => registry.search(query, how),
    entries: () => [...held.values()],
    async drain() {
      while (late.size > 0) await Promise.allSettled(late)
    },
  }
}

const NAMES: NamesOf<ToolboxOptions> = {
  readOnly: true,
  allow: true,
  jsonSchemaValidator: true,
  versionSelector: true,
  onWarning: true,
}

/** What still runs is waited for by `drain`, whoever else is told of it. */
function bothTold(
  track: (work: Promise<unknown>) => void,
  onLate: CallFacts['onLate'],
): (work: Promise<unknown>) => void {
  if (!onLate) return track
  return (work) => {
    track(work)
    onLate(work)
  }
}

function withValidator(tool: AnyTool, validator: JsonSchemaValidator | undefined): AnyTool {
  if (!isRunnableTool(tool)) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_tool',
      message: 'what is put into a toolbox must be a tool that can run, as createTool makes it',
    })
  }
  if (!tool.needsValidator) return tool
  if (validator) return tool.withValidator(validator)
  throw createToolError({
    category: 'validation',
    code: 'toolbox.no_validator',
    message: `tool ${tool.id}: its schema is plain JSON Schema; pass jsonSchemaValidator to the toolbox`,
    details: { tool: tool.id },
  })
}

import {
  and,
  inNamespace,
  select,
  serializeToolDefinition,
  type JsonSchema,
  type SearchHit,
  type ToolDefinition,
  type ToolId,
  type ToolPredicate,
} from '@armorer/core'
import { type Activation } from './activation.js'
import { type RuntimeToolContext } from './context.js'
import { createTool } from './create-tool.js'
import { flatSchema } from './flat-schema.js'
import { type Toolbox } from './runner.js'

export interface SearchToolOptions<Name extends string = string> {
  /** `search_tools` where it is left out. */
  readonly name?: Name
  /** Where found tools become callable: the activation of the run, or how to get from a call to it. */
  readonly activation?: Activation | ((ctx: RuntimeToolContext) => Activation | undefined)
  /** The most that the tools found at once may cost to be told of; 8,000 where it is left out. */
  readonly maxTokens?: number
  /** Whether to show how each is called. Left out, it is where nothing is activated, so that no model would learn it otherwise. */
  readonly schemas?: boolean
}

/** A tool that was found. */
export interface FoundTool {
  readonly id: ToolId
  readonly name: string
  readonly description: string
  /** How well it fits, from 0 to 1. */
  readonly score: number
  readonly effects: string
  readonly requiresApproval: boolean
  /** Whether it can be called from the next step on. */
  readonly active: boolean
  readonly input?: JsonSchema
}

export interface FoundTools {
  readonly tools: readonly FoundTool[]
  /** Found too, but more than fits. */
  readonly leftOut?: readonly ToolId[]
  readonly note?: string
}

/**
 * A tool by which a model finds others in a large toolbox. It shows only what may run there and is not deprecated, says so when
 * nothing fits, and activates what it shows for the steps that follow. Put no `cache` and no `dedupe` around it: what another call
 * found is activated for that call's run alone.
 */
export function createSearchTool<const Name extends string = 'search_tools'>(
  toolbox: Pick<Toolbox, 'search' | 'find' | 'list'>,
  options: SearchToolOptions<Name> = {},
) {
  const { activation, maxTokens = 8_000, schemas = activation === undefined } = options
  // Without a name of its own it has the default of the type.
  const name = (options.name ?? 'search_tools') as Name
  return createTool({
    name,
    description: describe(toolbox.list(), activation !== undefined),
    input: flatSchema({
      query: {
        type: 'string',
        maxLength: 500,
        description: 'What you want to do, in a few words.',
      },
      namespace: {
        type: 'string',
        maxLength: 256,
        optional: true,
        description: 'Only among tools of this namespace.',
      },
      limit: {
        type: 'integer',
        minimum: 1,
        maximum: 20,
        optional: true,
        description: 'How many at most; 5 where it is left out.',
      },
    }),
    risk: { effects: 'read', dataSensitivity: 'public' },
    run({ query, namespace, limit = 5 }, ctx): FoundTools {
      const mayBeShown = (tool: ToolDefinition) =>
        tool.id !== ctx.toolCall.tool &&
        tool.lifecycle?.deprecated !== true &&
        toolbox.find(tool.id) !== undefined
      const filter: ToolPredicate =
        namespace === undefined ? mayBeShown : and(inNamespace(namespace), mayBeShown)
      const found = toolbox.search(query, { limit, filter })
      if (found.kind === 'none') return { tools: [], note: found.reason }
      const run = typeof activation === 'function' ? activation(ctx) : activation
      return show(found.hits, maxTokens, (tool) => run?.add(tool.id) ?? false, schemas)
    },
  })
}

function show(
  hits: readonly SearchHit[],
  maxTokens: number,
  activate: (tool: ToolDefinition) => boolean,
  schemas: boolean,
): FoundTools {
  const { selected, leftOut } = select(
    hits.map(({ tool }) => tool),
    { maxTokens },
  )
  const shown = hits.filter(({ tool }) => selected.includes(tool))
  return {
    tools: shown.map(({ tool, score }) => ({
      id: tool.id,
      name: tool.identity.name,
      description: tool.description,
      score: Math.round(score * 100) / 100,
      effects: tool.risk.effects,
      requiresApproval: tool.risk.requiresApproval,
      active: activate(tool),
      ...(schemas && { input: serializeToolDefinition(tool).input }),
    })),
    ...(leftOut.length > 0 && { leftOut: leftOut.map(({ id }) => id) }),
  }
}

const MOST_NAMESPACES = 20

/** Says what there is to find, so that a model knows when to look. */
function describe(tools: readonly ToolDefinition[], activates: boolean): string {
  const counts = new Map<string, number>()
  for (const { identity } of tools) {
    counts.set(identity.namespace, (counts.get(identity.namespace) ?? 0) + 1)
  }
  const named = [...counts]
    .toSorted(([a, some], [b, more]) => more - some || (a < b ? -1 : 1))
    .slice(0, MOST_NAMESPACES)
    .map(([namespace, count]) => `${namespace} (${count})`)
  const after = activates ? ' What it finds can be called from the next step on.' : ''
  return `Finds tools by what they do, among ${tools.length} in the namespaces ${named.join(', ')}.${after}`
}

import { type ToolDefinition } from '@armorer/core'
import { type Toolbox } from '@armorer/runtime'
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type Icon,
  type McpRequestContext,
  type ServerCapabilities,
} from '@modelcontextprotocol/server'
import { callerOf, canShowForms, type McpCaller } from './caller-of.js'
import { pageOf } from './catalogue/page.js'
import { completePrompt, servePrompts, type McpPrompt } from './catalogue/prompts.js'
import { completeResource, serveResources, type McpResources } from './catalogue/resources.js'
import { createForms, type FormOptions } from './forms/forms.js'
import { hideFailures, type Hide } from './hide-failures.js'
import { findSurface } from './surface/find-surface.js'
import { listTools, toOlderTool, type Narrowing } from './surface/list-tools.js'
import { fullSurface, type Visible } from './surface/surface.js'
import { createToolCaller, type ToolCallerOptions } from './tool-caller.js'

export interface McpServerOptions extends ToolCallerOptions, Narrowing {
  readonly name: string
  readonly version: string
  readonly title?: string
  readonly icons?: readonly Icon[]
  /** What a model should know before it uses any of the tools. */
  readonly instructions?: string
  /** All tools, or three by which the rest is found and called; of those, `always` are listed too. `full` unless given. */
  readonly surface?: 'full' | 'find' | { readonly always: readonly string[] }
  /** Which tools whoever asks may know of and call. All of them unless given. */
  readonly mayUse?: (tool: ToolDefinition, caller: McpCaller) => boolean
  /** Asks people by forms of their client. Left out, whatever waits for a person is answered at once with what it waits for. */
  readonly forms?: FormOptions
  readonly prompts?: readonly McpPrompt[]
  readonly resources?: McpResources
  /** How many of a list at once; all of it unless given. */
  readonly pageSize?: number
  /** Hears what went wrong beside calls. */
  readonly onError?: (error: Error) => void
  /** The rest of what the SDK can do: called with each server before it is connected. */
  readonly configure?: (server: Server) => void
}

/** Makes a server for each connection, or for each request. */
export type MakeServer = (context?: Pick<McpRequestContext, 'era'>) => Server

/** Makes a server for each connection. The tools are those of the toolbox now: a list that changes under a client is no use to it. */
export function createMcpServer(toolbox: Toolbox, options: McpServerOptions): MakeServer {
  return createMcpParts(toolbox, options).makeServer
}

/** What servers are made by, and what else a transport wants to know of a tool. */
export function createMcpParts(
  toolbox: Toolbox,
  options: McpServerOptions,
): { readonly makeServer: MakeServer; findInputSchema(name: string): object | undefined } {
  const { prompts, resources, pageSize, mayUse, configure, surface: chosen = 'full' } = options
  const listed = listTools(toolbox, options)
  const surface =
    chosen === 'full'
      ? fullSurface(listed)
      : findSurface(listed, toolbox, chosen === 'find' ? [] : chosen.always)
  const call = createToolCaller(toolbox, options)
  const forms = options.forms && createForms(options.forms)
  const hide = hideFailures(options.onError)
  const settings = settingsOf(options)
  const all = once(() => surface.list(everything))
  const older = once(() => all().map(toOlderTool))

  const makeServer: MakeServer = ({ era } = { era: 'legacy' }) => {
    const server = new Server(...settings)
    const isModern = era === 'modern'
    const visibleTo = (caller: McpCaller): Visible =>
      mayUse ? (tool) => isAllowed(() => mayUse(tool, caller)) : everything
    const toolsFor = (caller: McpCaller) => {
      if (!mayUse) return isModern ? all() : older()
      const own = surface.list(visibleTo(caller))
      return isModern ? own : own.map(toOlderTool)
    }
    server.setRequestHandler('tools/list', ({ params }, request) => {
      const { items, ...rest } = pageOf(
        toolsFor(callerOf(server, request)),
        params?.cursor,
        pageSize,
      )
      return { tools: items, ...rest }
    })
    server.setRequestHandler('tools/call', ({ params }, request) => {
      const caller = callerOf(server, request)
      const resolved = surface.resolve(params.name, params.arguments ?? {}, visibleTo(caller))
      if (resolved.kind === 'missing') throw unknownTool(params.name)
      if (resolved.kind === 'answer') return resolved.result
      const { definition, arguments: given } = resolved
      const asked = {
        arguments: given,
        caller,
        request,
        isModern,
        forms: forms && canShowForms(server, request) ? forms : undefined,
      }
      return hide(() => call(definition, asked))
    })
    if (prompts) servePrompts(server, prompts, { pageSize, hide })
    if (resources) serveResources(server, resources, { pageSize, hide })
    if (prompts ?? resources) serveCompletion(server, options, hide)
    configure?.(server)
    return server
  }
  return { makeServer, findInputSchema: (name) => listed.get(name)?.tool.inputSchema }
}

const AN_HOUR = 60 * 60 * 1000

const everything: Visible = () => true

/** Who fails to say has not allowed it. */
function isAllowed(ask: () => boolean): boolean {
  try {
    return ask()
  } catch {
    return false
  }
}

function once<Value>(make: () => Value): () => Value {
  let made: { readonly value: Value } | undefined
  return () => (made ??= { value: make() }).value
}

function settingsOf(options: McpServerOptions): ConstructorParameters<typeof Server> {
  const { name, version, title, icons, instructions, prompts, resources, mayUse } = options
  const capabilities: ServerCapabilities = {
    tools: {},
    ...(prompts && { prompts: {} }),
    ...(resources && { resources: {} }),
    ...((prompts ?? resources) && { completions: {} }),
  }
  const fixed = { ttlMs: AN_HOUR, cacheScope: 'public' } as const
  const tools = mayUse ? ({ ttlMs: AN_HOUR, cacheScope: 'private' } as const) : fixed
  return [
    { name, version, ...(title !== undefined && { title }), ...(icons && { icons: [...icons] }) },
    {
      capabilities,
      cacheHints: {
        'tools/list': tools,
        'prompts/list': fixed,
        'resources/list': fixed,
        'resources/templates/list': fixed,
        'server/discover': fixed,
      },
      ...(instructions !== undefined && { instructions }),
    },
  ]
}

function serveCompletion(
  server: Server,
  { prompts = [], resources = {} }: McpServerOptions,
  hide: Hide,
) {
  server.setRequestHandler('completion/complete', ({ params: { ref, argument } }) =>
    hide(() =>
      ref.type === 'ref/prompt'
        ? completePrompt(prompts, ref.name, argument)
        : completeResource(resources, ref.uri, argument),
    ),
  )
}

function unknownTool(name: string): ProtocolError {
  const shown = name.slice(0, 128)
  return new ProtocolError(ProtocolErrorCode.InvalidParams, `there is no tool ${shown}`)
}

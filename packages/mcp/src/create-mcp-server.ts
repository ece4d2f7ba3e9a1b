import { type Toolbox } from '@armorer/runtime'
import {
  ProtocolError,
  ProtocolErrorCode,
  Server,
  type McpRequestContext,
  type RequestId,
} from '@modelcontextprotocol/server'
import { callerOf, canShowForms, type McpCaller } from './caller-of.js'
import { pageOf } from './catalogue/page.js'
import { completePrompt, servePrompts } from './catalogue/prompts.js'
import { completeResource, serveResources } from './catalogue/resources.js'
import { checkServerOptions } from './check-server-options.js'
import { createForms } from './forms/forms.js'
import { hideFailures, type Hide } from './hide-failures.js'
import { type McpResult } from './mcp-result.js'
import { type McpServerOptions } from './mcp-server-options.js'
import { readIdempotencyKey } from './read-meta.js'
import { settingsOf } from './server-settings.js'
import { createLists, everything, type Lists } from './surface/create-lists.js'
import { toOlderTool } from './surface/list-tools.js'
import { type Visible } from './surface/surface.js'
import { createToolCaller, type ToolCaller } from './tool-caller.js'

/** Makes a server for each connection, or for each request. */
export type MakeServer = (context?: Pick<McpRequestContext, 'era'>) => Server

/** Makes a server for each connection. The tools are those of the toolbox now: a list that changes under a client is no use to it. */
export function createMcpServer(toolbox: Toolbox, options: McpServerOptions): MakeServer {
  checkServerOptions('createMcpServer', { toolbox, options }, {})
  return createMcpParts(toolbox, options).makeServer
}

/** What there may be before the first server. */
export interface Begun {
  readonly lists: Lists
  readonly call: ToolCaller
  /** What the call of this id came to, where it has been made; told once. */
  findOutcome(id: RequestId): (() => McpResult) | undefined
}

/** What servers are made by, and what else a transport wants to know of a tool. */
export function createMcpParts(
  toolbox: Toolbox,
  options: McpServerOptions,
  begun?: Begun,
): { readonly makeServer: MakeServer; findInputSchema(name: string): object | undefined } {
  const { prompts, resources, pageSize, mayUse, configure } = options
  const { listed, surface, all, older } = begun?.lists ?? createLists(toolbox, options)
  const call = begun?.call ?? createToolCaller(toolbox, options)
  const forms = options.forms && createForms(options.forms)
  const hide = hideFailures(options.onError)
  const { identity, instructions, ...rest } = settingsOf(options)
  const introduced = { ...rest, ...(instructions !== undefined && { instructions }) }

  const makeServer: MakeServer = ({ era } = { era: 'legacy' }) => {
    const server = new Server(identity, introduced)
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
      const outcome = begun?.findOutcome(request.mcpReq.id)
      if (outcome) return hide(outcome)
      const caller = callerOf(server, request)
      const resolved = surface.resolve(params.name, params.arguments ?? {}, visibleTo(caller))
      if (resolved.kind === 'missing') throw unknownTool(params.name)
      if (resolved.kind === 'answer') return resolved.result
      const { definition, arguments: given } = resolved
      const asked = {
        arguments: given,
        caller,
        request,
        idempotencyKey: readIdempotencyKey(request.mcpReq._meta),
        isModern,
        forms: forms && canShowForms(server, request) ? forms : undefined,
      }
      return hide(async () => (await call(definition, asked)).result)
    })
    if (prompts) servePrompts(server, prompts, { pageSize, hide })
    if (resources) serveResources(server, resources, { pageSize, hide })
    if (prompts ?? resources) serveCompletion(server, options, hide)
    configure?.(server)
    return server
  }
  return { makeServer, findInputSchema: (name) => listed.get(name)?.tool.inputSchema }
}

/** Who fails to say has not allowed it. */
function isAllowed(ask: () => boolean): boolean {
  try {
    return ask()
  } catch {
    return false
  }
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

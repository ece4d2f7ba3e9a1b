import {
  createToolError,
  isToolError,
  toToolError,
  type RegistryWarning,
  type ToolError,
  type ToolRegistry,
  stop,
} from '@armorer/core'
import { type Gate } from './gates.js'
import { quietly } from './quietly.js'
import { toResult, type ToolResult } from './outcome.js'
import { type ToolboxEntry } from './runner.js'
import { type AnyTool, type CallOptions, type ToolCall } from './tool.js'

/** The one place where a string becomes a tool. */
export interface Edge {
  /** What a call means now: later changes of the toolbox do not touch it. A gate of the caller's own comes after the toolbox's. */
  bind(call: ToolCall, gate?: Gate): BoundCall
  /** The tool that a name means, if it may run here at all. */
  find(name: string): AnyTool | undefined
  /** The tools have changed: names may mean something else. */
  forget(): void
}

/** A call, and the tool that it is for; or why there is none that may run. */
export type BoundCall =
  | { readonly call: ToolCall; readonly tool: AnyTool; readonly refusal?: undefined }
  | { readonly call: unknown; readonly refusal: () => ToolResult }

/** Makes a bound call. */
export function runBound(bound: BoundCall, options: CallOptions): Promise<ToolResult> {
  if (bound.refusal) return Promise.resolve(bound.refusal())
  // What a model wrote is checked by the tool itself.
  const execute = bound.tool.execute as (
    call: ToolCall,
    options: CallOptions,
  ) => Promise<ToolResult>
  return execute(bound.call, options)
}

/** The result of a call that was not made for a reason of the batch's own. */
export function failBound({ call }: BoundCall, error: ToolError): ToolResult {
  return { kind: 'failed', callId: idOf(call), tool: nameOf(call), error }
}

/** The result of a call that was not made, because an earlier one of its batch went wrong. */
export function skipBound({ call }: BoundCall): ToolResult {
  const error = stop(
    { kind: 'cancelled' },
    'not made, because an earlier call of its batch was not done',
  )
  return { kind: 'cancelled', callId: idOf(call), tool: nameOf(call), error }
}

let strays = 0

export function createEdge(
  registry: ToolRegistry,
  held: ReadonlyMap<string, ToolboxEntry>,
  onWarning: ((warning: RegistryWarning) => void) | undefined,
): Edge {
  const known = new Map<string, ToolboxEntry>()

  const lookUp = (name: string): ToolboxEntry | string => {
    const resolution = registry.resolve(name, { allowDeprecated: true })
    for (const warning of resolution.warnings) quietly(() => onWarning?.(warning))
    if (resolution.kind === 'not_found') return resolution.message
    const entry = held.get(resolution.tool.id)
    if (!entry) return `no tool is registered as ${name}`
    // A name that warns is looked up each time, so that every caller hears of it.
    if (resolution.warnings.length === 0 && known.size < MOST_NAMES) known.set(name, entry)
    return entry
  }

  const bind = (call: ToolCall, gate?: Gate): BoundCall => {
    if (!isCall(call)) return refused(call, malformed(call))
    try {
      const entry = known.get(call.name) ?? lookUp(call.name)
      if (typeof entry === 'string') return refused(call, notFound(call.name, entry))
      return throughGates(entry, call, gate)
    } catch (error) {
      // A name that is no id at all, `a:b:c`; or a call that lets itself be read once, and not again.
      return refused(
        call,
        isToolError(error) ? notFound(nameOf(call), error.message) : toToolError(error),
      )
    }
  }

  return {
    bind,
    find(name) {
      const bound = bind({ name })
      return bound.refusal ? undefined : bound.tool
    },
    forget: () => known.clear(),
  }
}

const MOST_NAMES = 10_000

function throughGates(
  { tool, gates }: ToolboxEntry,
  call: ToolCall,
  own: Gate | undefined,
): BoundCall {
  for (const gate of own ? [...gates, own] : gates) {
    const denied = gate(tool.definition)
    if (denied) return { call, refusal: () => toResult(denied, idOf(call), tool.definition) }
  }
  return { call, tool }
}

function refused(call: unknown, error: ToolError): BoundCall {
  return {
    call,
    refusal: () => ({ kind: 'failed', callId: idOf(call), tool: nameOf(call), error }),
  }
}

function isCall(call: unknown): call is ToolCall {
  return typeof readField(call, 'name') === 'string'
}

function nameOf(call: unknown): string {
  const name = readField(call, 'name')
  return typeof name === 'string' ? name.slice(0, MAX_NAME) : ''
}

const MAX_NAME = 256

function idOf(call: unknown): string {
  const id = readField(call, 'id')
  return typeof id === 'string' && id !== '' ? id : `stray_${++strays}`
}

/** Of what a client sent, anything may throw. */
function readField(call: unknown, field: string): unknown {
  try {
    return typeof call === 'object' && call !== null ? Reflect.get(call, field) : undefined
  } catch {
    return undefined
  }
}

function malformed(call: unknown): ToolError {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_call',
    message: `a call must be an object with a name, not ${call === null ? 'null' : typeof call}`,
  })
}

function notFound(name: string, message: string): ToolError {
  return createToolError({
    category: 'not_found',
    code: 'toolbox.not_found',
    message: message.slice(0, MAX_MESSAGE),
    details: { name: name.slice(0, MAX_NAME) },
  })
}

const MAX_MESSAGE = 1_000

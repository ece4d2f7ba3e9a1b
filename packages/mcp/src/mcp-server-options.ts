import { type ToolDefinition } from '@armorer/core'
import { type Icon, type Server } from '@modelcontextprotocol/server'
import { type McpCaller } from './caller-of.js'
import { type McpPrompt } from './catalogue/prompts.js'
import { type McpResources } from './catalogue/resources.js'
import { type FormOptions } from './forms/forms.js'
import { type Narrowing } from './surface/list-tools.js'
import { type ToolCallerOptions } from './tool-caller.js'

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

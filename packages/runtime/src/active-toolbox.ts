import { type ToolDefinition } from '@armorer/core'
import { type Activation } from './activation.js'
import { type BatchOptions } from './batch.js'
import { type ToolResult } from './outcome.js'
import { type Toolbox } from './runner.js'
import { type ToolCall } from './tool.js'

/** A toolbox as one run sees it: it lists and executes what is active, and nothing else. */
export interface ActiveToolbox {
  execute(call: ToolCall, options?: BatchOptions): Promise<ToolResult>
  execute(calls: readonly ToolCall[], options?: BatchOptions): Promise<readonly ToolResult[]>
  /** What to tell a model: in the order of activation, so that the list only ever grows at its end. */
  list(): readonly ToolDefinition[]
}

/** A view of a toolbox for one run. It costs nothing to make, however large the toolbox. */
export function activeToolbox(
  toolbox: Pick<Toolbox, 'execute' | 'find'>,
  activation: Activation,
): ActiveToolbox {
  const execute = (calls: ToolCall | readonly ToolCall[], options?: BatchOptions) =>
    // One gate after the other: the caller's own holds too.
    toolbox.execute(calls as ToolCall, {
      ...options,
      gate: (definition) => activation.gate(definition) ?? options?.gate?.(definition),
    })
  return {
    execute: execute as ActiveToolbox['execute'],
    list: () => activation.ids.flatMap((id) => toolbox.find(id)?.definition ?? []),
  }
}

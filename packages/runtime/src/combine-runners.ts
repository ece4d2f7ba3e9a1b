import { makeToolbox, type Toolbox, type ToolboxOptions } from './runner.js'
import { type AnyTool } from './tool.js'

/** One toolbox of all their tools. Each tool keeps the gates of the toolbox it comes from: together they allow no more than apart. */
export function combineToolboxes<Tools extends AnyTool>(
  toolboxes: ReadonlyArray<Toolbox<Tools>>,
  options: ToolboxOptions = {},
): Toolbox<Tools> {
  const entries = toolboxes.flatMap((toolbox) => toolbox.entries())
  return makeToolbox(entries, options) as Toolbox<Tools>
}

import { makeToolbox, type Toolbox, type ToolboxOptions } from './runner.js'

/** One toolbox of all their tools. Each tool keeps the gates of the toolbox it comes from: together they allow no more than apart. */
export function combineToolboxes(
  toolboxes: ReadonlyArray<Pick<Toolbox, 'entries'>>,
  options: ToolboxOptions = {},
): Toolbox {
  return makeToolbox(
    toolboxes.flatMap((toolbox) => toolbox.entries()),
    options,
  )
}

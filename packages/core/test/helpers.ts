import { isToolError, type ToolError } from '../src/errors.js'

/** The tool error that an act ends in; anything else fails the test. */
export function refusal(act: () => unknown): ToolError {
  try {
    act()
  } catch (error) {
    if (isToolError(error)) return error
    throw error
  }
  throw new Error('nothing was refused')
}

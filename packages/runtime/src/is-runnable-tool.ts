import { isToolDefinition } from '@armorer/core'
import { type AnyTool } from './tool.js'

/** Whether a value is a tool that can run, and not only its description. */
export function isRunnableTool(value: unknown): value is AnyTool {
  return (
    typeof value === 'function' &&
    isToolDefinition(Reflect.get(value, 'definition')) &&
    typeof Reflect.get(value, 'execute') === 'function' &&
    typeof Reflect.get(value, 'stack') === 'function'
  )
}

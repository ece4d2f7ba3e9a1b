import { type Toolbox } from '@armorer/runtime'

const METHODS = ['execute', 'register', 'unregister', 'find', 'list', 'search', 'entries'] as const

/** Whether a value is a toolbox, of this copy of the package or of another. */
export function isToolbox(value: unknown): value is Toolbox {
  if (typeof value !== 'object' || value === null) return false
  return METHODS.every((method) => typeof Reflect.get(value, method) === 'function')
}

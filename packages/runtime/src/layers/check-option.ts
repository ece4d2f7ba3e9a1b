import { createToolError } from '@armorer/core'

/** Refuses an option that is no whole number from 1 on, where the layer is made and not at its first call. */
export function checkCount(layer: string, option: string, value: number): void {
  if (Number.isSafeInteger(value) && value >= 1) return
  throw invalidOption(`${layer} takes ${option} as a whole number from 1 on, not ${value}`)
}

/** Refuses what is no span of time, in milliseconds. */
export function checkMs(layer: string, option: string, value: number): void {
  if (Number.isFinite(value) && value > 0) return
  throw invalidOption(`${layer} takes ${option} in milliseconds, more than 0, not ${value}`)
}

function invalidOption(message: string) {
  return createToolError({ category: 'validation', code: 'toolbox.invalid_layer', message })
}

import { createToolError } from '@armorer/core'

/** Refuses what is no number from 0 on, where it is given: nothing would ever reach it, and a run would not stop. */
export function checkLimit(maker: string, option: string, value: number): void {
  if (typeof value === 'number' && value >= 0) return
  throw createToolError({
    category: 'validation',
    code: 'agent.invalid_option',
    message: `${maker} takes ${option} as a number from 0 on, not ${value}`,
  })
}

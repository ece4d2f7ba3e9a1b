import { type Logger } from '@armorer/core'

/** Calls someone who only looks on. What they throw, now or later, is noted and changes nothing. */
export function quietly(act: () => unknown, logger?: Logger): void {
  try {
    const result = act()
    if (isThenable(result)) result.then(undefined, (error: unknown) => note(error, logger))
  } catch (error) {
    note(error, logger)
  }
}

function note(error: unknown, logger: Logger | undefined): void {
  try {
    logger?.warn('someone who looked on failed', { error })
  } catch {
    // Nobody is left to tell.
  }
}

function isThenable(value: unknown): value is PromiseLike<unknown> {
  return (
    typeof value === 'object' &&
    value !== null &&
    'then' in value &&
    typeof value.then === 'function'
  )
}

import { type Logger } from '@armorer/core'

/** Calls someone who only looks on. What they throw, now or later, is noted and changes nothing. */
export function quietly(act: () => unknown, logger?: Logger): void {
  void heard(act, logger)
}

/** The same; if they take their time, the end of it comes back. */
export function heard(act: () => unknown, logger?: Logger): Promise<void> | undefined {
  try {
    const result = act()
    return isThenable(result) ? settled(result, logger) : undefined
  } catch (error) {
    note(error, logger)
    return undefined
  }
}

async function settled(work: PromiseLike<unknown>, logger: Logger | undefined): Promise<void> {
  try {
    await work
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

import { type Limit } from './store.js'

/** A limit that says nothing would be one that nothing reaches. */
export function checkLimits(limits: readonly Limit[]): void {
  for (const { dimension, max, windowMs } of limits) {
    if (typeof dimension !== 'string' || dimension === '') {
      throw new RangeError('a limit must name its dimension')
    }
    if (!(Number.isSafeInteger(max) && max >= 0)) {
      throw new RangeError(`the limit of ${dimension} must be a whole number, not ${max}`)
    }
    if (!(Number.isSafeInteger(windowMs) && windowMs > 0)) {
      throw new RangeError(`the limit of ${dimension} needs a window in milliseconds`)
    }
  }
}

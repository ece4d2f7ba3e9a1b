/** Deeper than anything that was made to be read; recursion over it may end the process. */
export const MAX_DEPTH = 64

/** Whether a value from JSON nests deeper than anyone reads. */
export function isTooDeep(value: unknown, left = MAX_DEPTH): boolean {
  if (typeof value !== 'object' || value === null) return false
  if (left === 0) return true
  for (const key in value) if (isTooDeep(Reflect.get(value, key), left - 1)) return true
  return false
}

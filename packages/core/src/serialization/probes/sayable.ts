/** A pattern that means the same in JSON Schema, which knows no flags but reads by whole characters. */
export function isSayablePattern({ source, flags }: RegExp): boolean {
  if (/[imsvy]/.test(flags)) return false
  try {
    return new RegExp(source, 'u').source === source
  } catch {
    return false
  }
}

/** A divisor that binary fractions hold exactly, so that nobody rounds: 3, 0.5, and not 0.1. */
export function isExact(divisor: unknown): boolean {
  return typeof divisor === 'number' && Number.isInteger(divisor * 1_024)
}

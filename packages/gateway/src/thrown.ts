/** What was thrown, as an error; it can be anything, even something that cannot be looked at. */
export function asError(thrown: unknown): Error {
  try {
    return thrown instanceof Error ? thrown : new Error(String(thrown))
  } catch {
    return new Error(UNREADABLE)
  }
}

/** What it says. */
export function messageOf(thrown: unknown): string {
  try {
    return thrown instanceof Error && thrown.message !== '' ? thrown.message : String(thrown)
  } catch {
    return UNREADABLE
  }
}

const UNREADABLE = 'something was thrown that cannot be read'

import { randomUUID } from 'node:crypto'

/** Where names come from, so that a test can choose them. */
export interface Ids {
  /** Of an intent: sorts by time. */
  intent(now: number): string
  /** For tracing one attempt through every system. */
  correlation(): string
}

export const systemIds: Ids = {
  intent: uuidV7,
  correlation: () => randomUUID(),
}

/** A UUID of version 7: 48 bits of time, then chance. */
export function uuidV7(now: number): string {
  const time = (Math.max(0, Math.trunc(now)) % 2 ** 48).toString(16).padStart(12, '0')
  // A random UUID has its chance where this one needs it, and Node keeps some of them ready.
  return `${time.slice(0, 8)}-${time.slice(8)}-7${randomUUID().slice(15)}`
}

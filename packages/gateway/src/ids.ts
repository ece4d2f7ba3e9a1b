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
  const time = Math.max(0, Math.trunc(now)) % 2 ** 48
  const [high, low] = [Math.floor(time / 2 ** 16), time % 2 ** 16]
  // A random UUID has its chance where this one needs it, and Node keeps some of them ready.
  return `${hexOf(high >>> 16)}${hexOf(high & 0xffff)}-${hexOf(low)}-7${randomUUID().slice(15)}`
}

/** Four digits. To write all twelve at once takes as long as everything else here. */
function hexOf(word: number): string {
  return (HEX[word >>> 8] ?? '') + (HEX[word & 0xff] ?? '')
}

const HEX = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, '0'))

import { randomBytes, randomUUID } from 'node:crypto'

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
  const bytes = randomBytes(16)
  bytes.writeUIntBE(Math.max(0, Math.trunc(now)) % 2 ** 48, 0, 6)
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | 0x70, 6)
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8)
  const hex = bytes.toString('hex')
  return [
    hex.slice(0, 8),
    hex.slice(8, 12),
    hex.slice(12, 16),
    hex.slice(16, 20),
    hex.slice(20),
  ].join('-')
}

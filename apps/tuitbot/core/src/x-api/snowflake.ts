const EPOCH = 1_288_834_974_657n

/** When X made an id, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number((BigInt(id) >> 22n) + EPOCH)
}

/** The least id that something of this time can have; posts after it are asked for with it. */
export function firstIdAt(time: number): string {
  const since = BigInt(Math.floor(time)) - EPOCH
  return ((since > 0n ? since : 0n) << 22n).toString()
}

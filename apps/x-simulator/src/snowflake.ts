const epoch = 1_288_834_974_657n

export type Snowflakes = (at: number) => string

/** Ids that carry their time; two of the same millisecond keep the order in which they were made. */
export function createSnowflakes(): Snowflakes {
  let made = 0
  return (at) => {
    made = (made + 1) & 0x3fffff
    return (
      ((BigInt(Math.max(Math.floor(at), Number(epoch))) - epoch) << 22n) |
      BigInt(made)
    ).toString()
  }
}

/** The least id that a post of this time can have. */
export function firstIdAt(at: number): string {
  return ((BigInt(Math.max(Math.floor(at), Number(epoch))) - epoch) << 22n).toString()
}

/** When an id was made, in milliseconds since 1970. */
export function timeOfId(id: string): number {
  return Number((BigInt(id) >> 22n) + epoch)
}

export function isId(text: string): boolean {
  return /^[0-9]{1,19}$/.test(text)
}

/** Orders ids by age without making numbers of them, which they are too long for. */
export function compareIds(left: string, right: string): number {
  if (left.length !== right.length) return left.length - right.length
  if (left === right) return 0
  return left < right ? -1 : 1
}

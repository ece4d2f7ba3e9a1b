/** The part of a promise's runs that this process does: one of `of` equal ones, counted from 1. */
export interface Slice {
  readonly index: number
  readonly of: number
}

export interface Trial {
  /** The slice's own. */
  readonly seed: number
  readonly slice: Slice
}

/** What was seen. `short` says what the promise fell short of. */
export interface Verdict {
  readonly figures: Readonly<Record<string, number | string>>
  readonly short?: string
}

/** Something that we say of the software, at the size at which we say it. One file each. */
export interface Proof {
  readonly id: string
  readonly promise: string
  run(trial: Trial): Verdict | Promise<Verdict>
}

/** How many of `total` runs fall to this slice; over all slices they add up. A slice without any would prove nothing. */
export function shareOf(total: number, { index, of }: Slice): number {
  if (of > total) throw new RangeError(`${total} runs cannot be cut into ${of} slices`)
  return Math.floor((total * index) / of) - Math.floor((total * (index - 1)) / of)
}

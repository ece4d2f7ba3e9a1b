/**
 * How many edits make `b` of `a`: a letter more, less, other, or two neighbours swapped. More than `max` are not counted:
 * the answer is then `max + 1`.
 */
export function countEdits(a: string, b: string, max: number): number {
  if (Math.abs(a.length - b.length) > max) return max + 1
  return countFrom({ a, b, max }, 0, 0)
}

interface Pair {
  readonly a: string
  readonly b: string
  readonly max: number
}

/** What `max` allows is tried at the first difference only: with one or two edits that is less work than a table. */
function countFrom({ a, b, max }: Pair, fromA: number, fromB: number): number {
  let i = fromA
  let j = fromB
  while (i < a.length && j < b.length && a.charCodeAt(i) === b.charCodeAt(j)) {
    i += 1
    j += 1
  }
  const rest = Math.max(a.length - i, b.length - j)
  if (rest === 0) return 0
  if (max === 0 || Math.abs(a.length - i - (b.length - j)) > max) return max + 1
  if (i === a.length || j === b.length) return rest

  const less = { a, b, max: max - 1 }
  const isSwap = a.charCodeAt(i) === b.charCodeAt(j + 1) && a.charCodeAt(i + 1) === b.charCodeAt(j)
  return (
    1 +
    Math.min(
      countFrom(less, i + 1, j + 1),
      countFrom(less, i + 1, j),
      countFrom(less, i, j + 1),
      isSwap ? countFrom(less, i + 2, j + 2) : max,
    )
  )
}

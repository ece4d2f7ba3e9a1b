/** Whether `a` becomes `b` by at most `max` edits: a letter more, less, other, or two swapped. */
export function isWithinEdits(a: string, b: string, max: number): boolean {
  if (Math.abs(a.length - b.length) > max) return false
  let before = new Uint8Array(b.length + 1)
  let last = Uint8Array.from({ length: b.length + 1 }, (_, index) => index)
  for (let i = 1; i <= a.length; i++) {
    const row = new Uint8Array(b.length + 1)
    row[0] = i
    let least = i
    for (let j = 1; j <= b.length; j++) {
      const same = a.charCodeAt(i - 1) === b.charCodeAt(j - 1)
      let edits = Math.min(at(last, j) + 1, at(row, j - 1) + 1, at(last, j - 1) + (same ? 0 : 1))
      const swapped =
        i > 1 &&
        j > 1 &&
        a.charCodeAt(i - 1) === b.charCodeAt(j - 2) &&
        a.charCodeAt(i - 2) === b.charCodeAt(j - 1)
      if (swapped) edits = Math.min(edits, at(before, j - 2) + 1)
      row[j] = edits
      if (edits < least) least = edits
    }
    if (least > max) return false
    before = last
    last = row
  }
  return at(last, b.length) <= max
}

function at(row: Uint8Array, index: number): number {
  return row[index] ?? 0
}

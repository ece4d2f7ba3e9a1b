/** The known name that a mistyped one most likely stands for, if any is near enough. */
export function findNearestName(name: string, known: Iterable<string>): string | undefined {
  // What is this long was not mistyped, and comparing it would take its time.
  if (name.length > 60) return undefined
  const wanted = fold(name)
  let best: string | undefined
  let bound = Math.max(1, Math.floor(wanted.length / 3)) + 1
  for (const candidate of known) {
    const other = fold(candidate)
    // So many letters at least must be put in or left out.
    if (Math.abs(other.length - wanted.length) >= bound) continue
    const distance = countEdits(wanted, other)
    if (distance < bound) [best, bound] = [candidate, distance]
  }
  return best
}

/** `approvalMode` and `approval-mode` are what people write for `approval_mode`. */
function fold(name: string): string {
  return name.toLowerCase().replace(/[-_ ]/g, '')
}

/** How many letters must be put in, left out or changed (Levenshtein). */
function countEdits(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const changed = (row[j - 1] ?? 0) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1))
    }
    row = next
  }
  return row[other.length] ?? 0
}

/** How long a note of a person may be. */
const LONGEST_NOTE = 2_000

/** What is wrong with a note, if anything. */
export function problemWithNote(note: string | undefined): string | undefined {
  return (note?.length ?? 0) > LONGEST_NOTE
    ? `a note has at most ${LONGEST_NOTE} letters`
    : undefined
}

const LETTER = '[\\p{Ll}\\p{Lo}\\p{Lm}\\p{N}]'
/** The vowels of many scripts are marks on a letter. */
const WORD = `${LETTER}(?:${LETTER}|\\p{M})*`
const TAG = new RegExp(`^${WORD}(?:-${WORD})*$`, 'u')

/** Kebab-case, in any script: letters and digits, single hyphens between them. */
export function isTag(value: unknown): value is string {
  return typeof value === 'string' && value.length <= 64 && TAG.test(value)
}

/** In the order in which they first stand. */
export function uniqueTags(tags: readonly string[]): readonly string[] {
  return [...new Set(tags)]
}

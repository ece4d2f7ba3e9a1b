/** A little of Porter's stemmer, enough that plurals and verb forms of English meet. Other words pass. */
export function stem(word: string): string {
  if (word.length < 3) return word
  const singular = word.endsWith('s') ? withoutPlural(word) : word
  return withoutLastVowel(withoutVerbEnding(singular))
}

/** `policies`, `boxes` and `posts`, but not `status`, `class` or `analysis`; `apis` and `cpus` are plurals again. */
function withoutPlural(word: string): string {
  if (word.length > 4) {
    if (word.endsWith('ies')) return word.slice(0, -2)
    if (/(?:x|ch|sh|ss)es$/.test(word)) return word.slice(0, -2)
    return /[sui]s$/.test(word) ? word : word.slice(0, -1)
  }
  const kept = word.length === 4 ? word.endsWith('ss') : /[aeious]s$/.test(word)
  return kept ? word : word.slice(0, -1)
}

/** Once more where it was cut: `embedding` is cut to `embed`, which is itself cut as if it were a past. */
function withoutVerbEnding(word: string): string {
  if (word.length > 4 && word.endsWith('ied')) return word.slice(0, -2)
  const ending = word.length > 5 && word.endsWith('ing') ? 3 : endsAsPast(word) ? 2 : 0
  const rest = word.slice(0, word.length - ending)
  if (ending === 0 || !/[aeiouy]/.test(rest)) return word
  return withoutVerbEnding(isDoubled(rest) ? rest.slice(0, -1) : withLostVowel(rest))
}

function endsAsPast(word: string): boolean {
  return word.length > 4 && word.endsWith('ed')
}

/** The second n of `running` stands for the ending alone. */
function isDoubled(word: string): boolean {
  const last = word.at(-1)
  return word.length > 3 && last === word.at(-2) && last !== 'l' && last !== 's'
}

/** `sav` of `saved` and `saving` was `save`: short words keep their `e`. */
function withLostVowel(word: string): string {
  return /^[^aeiou][aeiouy][^aeiouwxy]$/.test(word) ? `${word}e` : word
}

/** `reply` meets `replies`, and `movie` `movies`, in an i. */
function withoutLastVowel(word: string): string {
  if (word.length > 4 && word.endsWith('e')) return word.slice(0, -1)
  return /[^aeiou]y$/.test(word) && word.length > 2 ? `${word.slice(0, -1)}i` : word
}

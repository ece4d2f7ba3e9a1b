const scripts: ReadonlyArray<readonly [RegExp, string]> = [
  [/[\u3040-\u30ff]/u, 'ja'],
  [/\p{Script=Hangul}/u, 'ko'],
  [/\p{Script=Han}/u, 'zh'],
  [/\p{Script=Cyrillic}/u, 'ru'],
  [/\p{Script=Arabic}/u, 'ar'],
  [/\p{Script=Hebrew}/u, 'he'],
  [/\p{Script=Greek}/u, 'el'],
  [/\p{Script=Thai}/u, 'th'],
  [/\p{Script=Devanagari}/u, 'hi'],
]

const words: ReadonlyArray<readonly [RegExp, string]> = [
  [/\b(?:der|die|und|nicht|ist|ein|ich|mit)\b/giu, 'de'],
  [/\b(?:le|les|et|est|une|pas|je|avec)\b/giu, 'fr'],
  [/\b(?:el|los|y|es|una|no|con|que)\b/giu, 'es'],
  [/\b(?:the|and|is|a|to|of|in|it|for|you)\b/giu, 'en'],
]

/** A rough guess, by script and then by small words; English where nothing speaks against it. */
export function guessLanguage(text: string): string {
  if (!/\p{L}/u.test(text)) return 'und'
  const script = scripts.find(([pattern]) => pattern.test(text))
  if (script) return script[1]
  const scores = words.map(([pattern, lang]) => ({
    lang,
    score: text.match(pattern)?.length ?? 0,
  }))
  const best = scores.reduce((left, right) => (right.score >= left.score ? right : left))
  return best.score === 0 ? 'en' : best.lang
}

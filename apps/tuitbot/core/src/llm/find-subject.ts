/** Words that say how, and not what. A text with none of them is hardly English. */
const SMALL_WORDS: ReadonlySet<string> = new Set(
  `a about after again all also am an and any anyone are as ask asked asking at be because been before bliss build but by call
  came can come congrats could day decide did do does done each else end even ever every few find for found from genuinely get
  give go goes going gone good got great had happen has have having he her here him his how i if in instead into is it its
  just keep know last later least less let like little long look lot love made make makes many may me mine month more most much
  must my need needed never new no not nothing now number of off on once one only or other our out over own paragraph pay people
  plans please put read really respectfully right said same saved say second see set she should since so some still stop such
  take than thank thanks that the their them then there these they thing things think this those three time to today tonight
  too tried try trying two up us use used very want was way we week well went were what when where which while who whom why
  will wish with without won wonder work works would write year years yes yet you your`.split(
    /\s+/,
  ),
)

/**
 * What a post is about, in up to three of its own words, ready to stand in a sentence; `undefined` where that is not plain.
 * Links, names and tags are never part of it.
 */
export function findSubject(text: string, ignored: readonly string[] = []): string | undefined {
  const plain = text.slice(0, 4_000).replace(/\bhttps?:\/\/\S+|[@#$][\p{L}\p{N}_]+/gu, ' . ')
  const skipped = new Set(ignored.flatMap((name) => name.toLowerCase().split(/\s+/)))
  let best: Run = { article: '', words: [] }
  let run = best
  let isEnglish = false
  for (const [token] of plain.matchAll(/\p{L}[\p{L}’'-]*|[^\s\p{L}]/gu)) {
    const word = token.toLowerCase()
    const isSmall = SMALL_WORDS.has(word)
    isEnglish ||= isSmall
    if (isSmall || skipped.has(word) || !/^\p{L}.{2,19}$/u.test(token)) {
      run = { article: ARTICLES.has(word) ? word : '', words: [] }
    } else {
      run = { ...run, words: [...run.words, token].slice(0, 3) }
    }
    if (run.words.length > best.words.length) best = run
  }
  return isEnglish && best.words.length > 0 ? show(best) : undefined
}

interface Run {
  readonly article: string
  readonly words: readonly string[]
}

const ARTICLES: ReadonlySet<string> = new Set(['a', 'an', 'the'])

/** A single word may be no noun; as a quotation it stands anywhere. */
function show({ article, words }: Run): string {
  if (article === '' && words.length === 1) return `“${words.join()}”`
  return [article, ...words].join(' ').trim()
}

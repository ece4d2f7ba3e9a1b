import { findLinks } from '../text/find-links.js'
import { normalizeText } from '../text/normalize-text.js'
import { describeVoice } from './describe-voice.js'
import { rankTopics } from './rank-topics.js'

export type Confidence = 'high' | 'medium' | 'low'

/** Where a value was read. */
export type Provenance =
  | 'bio'
  | 'tweets'
  | 'bio_and_tweets'
  | 'profile_url'
  | 'display_name'
  | 'default'

export interface Inferred<Value> {
  readonly value: Value
  readonly confidence: Confidence
  readonly provenance: Provenance
}

/** A first guess at the settings, for the owner to correct. */
export interface InferredProfile {
  readonly accountType: Inferred<'business' | 'individual'>
  readonly productName: Inferred<string>
  readonly productDescription: Inferred<string>
  readonly productUrl: Inferred<string>
  readonly targetAudience: Inferred<string>
  readonly productKeywords: Inferred<readonly string[]>
  readonly industryTopics: Inferred<readonly string[]>
  readonly brandVoice: Inferred<string>
}

export interface ProfileInput {
  readonly name: string
  readonly bio: string
  readonly url?: string
  /** The texts of the account's newest posts. */
  readonly posts: readonly string[]
}

/** Guesses from a profile and its posts what the account is about, by rules alone. */
export function inferProfile({ name, bio, url = '', posts }: ProfileInput): InferredProfile {
  const about = normalizeText(bio).slice(0, LONGEST_BIO)
  const confidence = baseConfidence(about, posts.length)
  const found = <Value>(value: Value, provenance: Provenance) => ({ value, confidence, provenance })
  const text = (value: string | undefined, provenance: Provenance): Inferred<string> =>
    value ? found(value, provenance) : { value: '', confidence: 'low', provenance: 'default' }
  const list = (values: readonly string[], provenance: Provenance): Inferred<readonly string[]> =>
    values.length > 0
      ? found(values, provenance)
      : { value: [], confidence: 'low', provenance: 'default' }

  const isBusiness = BUSINESS.test(about)
  const named = NAMED_PRODUCT.exec(about)?.[1]
  const ownLink = findLinks(about)[0]
  const keywords = listProductKeywords(about, posts)
  return {
    accountType: about
      ? found(isBusiness ? 'business' : 'individual', 'bio')
      : { value: 'individual', confidence: 'low', provenance: 'default' },
    productName: named
      ? text(named, 'bio')
      : text(isBusiness ? name.trim() : undefined, 'display_name'),
    productDescription: text(withoutLinks(about), 'bio'),
    productUrl: url.trim()
      ? text(url.trim(), 'profile_url')
      : text(ownLink && about.slice(ownLink.start, ownLink.end), 'bio'),
    targetAudience: text(AUDIENCE.exec(about)?.[1]?.trim(), 'bio'),
    productKeywords: list(keywords.words, keywords.provenance),
    industryTopics: list(listTopics(posts), 'tweets'),
    brandVoice: text(describeVoice(posts), 'tweets'),
  }
}

const LONGEST_BIO = 1000
const MOST_KEYWORDS = 8
const MOST_TOPICS = 5

const BUSINESS =
  /\b(?:founder|co-?founder|ceo|cto|coo|owner|maker of|creator of|building|startup|saas|agency|company|product|platform|app|software|tool|we (?:help|build|make))\b|\.com\b/i
const NAMED_PRODUCT =
  /\b(?:[Bb]uilding|[Ff]ounder (?:of|at|@)|[Mm]aker of|[Cc]reator of|CEO (?:of|at|@)|CTO (?:of|at|@)|[Mm]aking)\s*@?(\p{Lu}[\p{L}\p{N}_.-]{0,38}[\p{L}\p{N}])/u
const AUDIENCE =
  /\b(?:helping|help|tools? for|app for|software for|built for|made for|for)\s+((?!the\b|a\b|an\b|my\b|your\b)[\p{L}\p{N}][\p{L}\p{N}' &-]{2,60}?)(?=\s+(?:to|with|who|grow|build|ship|get|make|find|save|write|run|sell|learn)\b|[.,;|!•·\n]|$)/iu

function baseConfidence(bio: string, posts: number): Confidence {
  if (bio.length > 20 && posts >= 10) return 'high'
  return bio !== '' || posts >= 5 ? 'medium' : 'low'
}

function withoutLinks(text: string): string {
  let rest = ''
  let at = 0
  for (const { start, end } of findLinks(text)) {
    rest += text.slice(at, start)
    at = end
  }
  return (rest + text.slice(at)).replaceAll(/\s+/g, ' ').trim()
}

/** Words of the bio, those first that the posts have too; without a bio what the posts repeat. */
function listProductKeywords(bio: string, posts: readonly string[]) {
  const inPosts = new Map(rankTopics(posts).words)
  const inBio = rankTopics([bio]).words.map(([word]) => word)
  const uses = (word: string) => inPosts.get(word) ?? 0
  const ranked = inBio.toSorted((a, b) => uses(b) - uses(a)).slice(0, MOST_KEYWORDS)
  if (ranked.length > 0) {
    const provenance = ranked.some((word) => uses(word) > 0) ? 'bio_and_tweets' : 'bio'
    return { words: ranked, provenance } as const
  }
  const repeated = [...inPosts].filter(([, count]) => count > 1).map(([word]) => word)
  return { words: repeated.slice(0, MOST_KEYWORDS), provenance: 'tweets' } as const
}

/** What the posts come back to: hashtags before words. */
function listTopics(posts: readonly string[]): string[] {
  const { hashtags, words } = rankTopics(posts)
  const repeated = [...hashtags, ...words].filter(([, count]) => count > 1).map(([topic]) => topic)
  return [...new Set(repeated)].slice(0, MOST_TOPICS)
}

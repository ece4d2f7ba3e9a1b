import { findLinks } from '../text/find-links.js'
import { findTags } from '../text/find-tags.js'
import { normalizeText } from '../text/normalize-text.js'
import { MAX_WEIGHTED_LENGTH, weightedLength } from '../weighted-length.js'
import { type DuplicateIndex } from './duplicate-index.js'
import { findBannedPhrase } from './find-banned-phrase.js'
import { findCopiedWords } from './find-copied-words.js'
import { findForeignLinks } from './find-foreign-links.js'
import { findHiddenCharacters, type HiddenKind } from './find-hidden-characters.js'
import { findLeakedSecret } from './find-leaked-secret.js'

/** A post before it is one. */
export interface DraftText {
  readonly text: string
  /** Whether something is attached, so that the text may be empty. */
  readonly hasMedia?: boolean
  /** Whom it answers. A part of a thread answers nobody. */
  readonly inReplyTo?: { readonly authorId: string; readonly authorUsername?: string }
}

/** What is checked. What is left out is not restricted; length and hidden characters always are. */
export interface DraftRules {
  readonly maxLength?: number
  readonly ownUserId?: string
  readonly bannedPhrases?: readonly string[]
  /** Hosts that links may lead to, with their subdomains. */
  readonly linkHosts?: readonly string[]
  /** Accounts that may be mentioned besides the one that is answered. */
  readonly mentions?: readonly string[]
  readonly maxHashtags?: number
  /** X takes one from accounts without a contract. */
  readonly maxCashtags?: number
  /** Texts that strangers wrote, and instructions: not to be repeated for more than `maxCopiedWords`. */
  readonly sources?: readonly string[]
  readonly maxCopiedWords?: number
  readonly secrets?: readonly string[]
}

/** Why a draft must not go out as it is. */
export type DraftProblem =
  | { readonly code: 'empty' }
  | { readonly code: 'too_long'; readonly length: number; readonly limit: number }
  | {
      readonly code: 'hidden_characters'
      readonly kind: HiddenKind
      readonly count: number
      readonly at: number
    }
  | { readonly code: 'banned_phrase'; readonly phrase: string }
  | { readonly code: 'near_duplicate'; readonly of: string; readonly similarity: number }
  | { readonly code: 'self_reply' }
  /** Found by whoever knows what the account may do at X. */
  | { readonly code: 'stranger'; readonly why: string }
  | { readonly code: 'foreign_link'; readonly link: string }
  | { readonly code: 'foreign_mention'; readonly username: string }
  | { readonly code: 'too_many_hashtags'; readonly count: number; readonly limit: number }
  | { readonly code: 'too_many_cashtags'; readonly count: number; readonly limit: number }
  | { readonly code: 'copied_words'; readonly words: string }
  | { readonly code: 'leaked_secret'; readonly index: number }

/** Everything that is wrong with a draft, in the order of the checks; nothing is repaired. */
export function checkDraft(
  draft: DraftText,
  rules: DraftRules,
  history?: Pick<DuplicateIndex, 'find'>,
): DraftProblem[] {
  const text = normalizeText(draft.text)
  return [
    ...checkLength(text, draft, rules),
    ...findHiddenCharacters(text).map(
      (found) => ({ code: 'hidden_characters', ...found }) as const,
    ),
    ...checkPhrases(text, rules),
    ...checkHistory(text, history),
    ...checkReply(draft, rules),
    ...checkEntities(text, draft, rules),
    ...checkSources(text, rules),
  ]
}

function checkLength(text: string, draft: DraftText, rules: DraftRules): DraftProblem[] {
  if (text.trim() === '') return draft.hasMedia ? [] : [{ code: 'empty' }]
  const limit = rules.maxLength ?? MAX_WEIGHTED_LENGTH
  const length = weightedLength(text)
  return length > limit ? [{ code: 'too_long', length, limit }] : []
}

function checkPhrases(text: string, { bannedPhrases = [] }: DraftRules): DraftProblem[] {
  const phrase = findBannedPhrase(text, bannedPhrases)
  return phrase === undefined ? [] : [{ code: 'banned_phrase', phrase }]
}

function checkHistory(text: string, history?: Pick<DuplicateIndex, 'find'>): DraftProblem[] {
  const found = history?.find(text)
  return found ? [{ code: 'near_duplicate', of: found.id, similarity: found.similarity }] : []
}

function checkReply({ inReplyTo }: DraftText, { ownUserId = '' }: DraftRules): DraftProblem[] {
  return ownUserId !== '' && inReplyTo?.authorId === ownUserId ? [{ code: 'self_reply' }] : []
}

function checkEntities(text: string, draft: DraftText, rules: DraftRules): DraftProblem[] {
  const links = findLinks(text)
  const { mentions, hashtags, cashtags } = findTags(text, links)
  const problems: DraftProblem[] = []
  if (rules.linkHosts) {
    const foreign = findForeignLinks(text, rules.linkHosts, links)
    problems.push(...foreign.map((link) => ({ code: 'foreign_link', link }) as const))
  }
  if (rules.mentions) {
    const answered = draft.inReplyTo?.authorUsername
    const welcome = new Set([...rules.mentions, ...(answered ? [answered] : [])].map(toHandle))
    for (const { name } of mentions) {
      if (!welcome.has(toHandle(name))) problems.push({ code: 'foreign_mention', username: name })
    }
  }
  const { maxHashtags = Infinity, maxCashtags = Infinity } = rules
  if (hashtags.length > maxHashtags) {
    problems.push({ code: 'too_many_hashtags', count: hashtags.length, limit: maxHashtags })
  }
  if (cashtags.length > maxCashtags) {
    problems.push({ code: 'too_many_cashtags', count: cashtags.length, limit: maxCashtags })
  }
  return problems
}

function toHandle(username: string): string {
  return username.replace(/^@/, '').toLowerCase()
}

function checkSources(text: string, rules: DraftRules): DraftProblem[] {
  const { sources = [], maxCopiedWords = 12, secrets = [] } = rules
  const words = findCopiedWords(text, sources, maxCopiedWords + 1)
  const index = findLeakedSecret(text, secrets)
  return [
    ...(words === undefined ? [] : [{ code: 'copied_words', words } as const]),
    ...(index === undefined ? [] : [{ code: 'leaked_secret', index } as const]),
  ]
}

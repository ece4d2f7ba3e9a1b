import { normalizeText } from './normalize-text.js'

/**
 * A text as a reader takes it in: one case, one form of each letter, one kind of space and apostrophe,
 * nothing that cannot be seen.
 */
export function foldText(text: string): string {
  if (!NEEDS_MORE.test(text)) return text.toLowerCase().trim()
  return normalizeText(text, 'NFKC')
    .toLowerCase()
    .replaceAll(INVISIBLE, '')
    .replaceAll(APOSTROPHE, "'")
    .replaceAll(SPACES, ' ')
    .trim()
}

// Most texts have nothing to fold but case, and this is asked of every text.
const NEEDS_MORE = /[^ -_a-~]| {2}/
const INVISIBLE = /[\p{Default_Ignorable_Code_Point}\p{Cf}]/gu
const APOSTROPHE = /[\u2018\u2019\u02bc\u0060\u00b4]/gu
const SPACES = /\s+/gu

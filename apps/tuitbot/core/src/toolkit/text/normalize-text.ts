/**
 * Normalises as the engine does, but in linear time. Of more than 64 marks on one letter each 64 are
 * normalised by themselves: the engine sorts them by insertion, and hangs for minutes on a million.
 */
export function normalizeText(text: string, form: 'NFC' | 'NFKC' = 'NFC'): string {
  if (!PILE_OF_MARKS.test(text)) return text.normalize(form)
  return (text.match(PIECE) ?? []).map((piece) => piece.normalize(form)).join('')
}

const PILE_OF_MARKS = /\p{M}{65}/u
// Between a mark and what is no mark nothing composes, so a piece may end there.
const PIECE = /\P{M}*\p{M}{0,64}/gu

/** How many words of a text are links. What could be one is counted: `example.com` is made into a link too. */
export function countLinks(text: string): number {
  return text.split(/\s+/).filter(isLink).length
}

/** How many others a text mentions: `@name`, at the beginning of a word. */
export function countMentions(text: string): number {
  return text.match(/(?<![\p{L}\p{N}_@])[@＠][\p{L}\p{N}_]/gu)?.length ?? 0
}

function isLink(word: string): boolean {
  return word.includes('://') || /[\p{L}\p{N}][.。．]\p{L}{2}/u.test(word)
}

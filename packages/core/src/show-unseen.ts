/**
 * A text in which whatever turns its direction, or is not seen, stands by its number: `[U+202E]`. For whoever decides by what they see.
 * Breaks of lines, tabs, and the sign that makes an emoji of a letter stay.
 */
export function showUnseen(text: string, show: (character: string) => string = toNumber): string {
  return text.replaceAll(UNSEEN, show)
}

const UNSEEN =
  /(?![\n\t]|(?<=\p{Emoji})\uFE0F)[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/gu

function toNumber(character: string): string {
  return `[U+${character.codePointAt(0)?.toString(16).toUpperCase().padStart(4, '0')}]`
}

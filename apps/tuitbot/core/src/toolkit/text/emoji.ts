/**
 * Emoji of more than one code point, told by their form (UTS #51), so that one is also known where the
 * engine's Unicode is older than the emoji. Global: hand it to `matchAll` and `replace` only.
 */
export const EMOJI_SEQUENCE = createPattern()

function createPattern(): RegExp {
  // What Unicode keeps free for emoji to come has the property already; there the engine cannot know more.
  const future = String.raw`(?=\p{Cn})\p{Extended_Pictographic}`
  const base = String.raw`(?:(?=\p{Emoji})\p{Extended_Pictographic}|${future})`
  // Wrestlers and the people with bunny ears take skin tones since Unicode 17.
  const person = String.raw`(?:\p{Emoji_Modifier_Base}|[\u{1f46f}\u{1f93c}]|${future})`
  const part = String.raw`(?:${person}\p{Emoji_Modifier}|${base}\ufe0f?)`
  const flag = String.raw`\p{Regional_Indicator}{2}`
  // England, Scotland and Wales: flags of this kind are no longer added, and others would hide text.
  const tags = ['gbeng', 'gbsct', 'gbwls'].map(toTags).join('|')
  const keycap = String.raw`[0-9#*]\ufe0f?\u20e3`
  // Families and kisses have four parts, and nothing has more.
  const joined = String.raw`${part}(?:\u200d${part}){1,3}`
  const tinted = String.raw`${person}\p{Emoji_Modifier}`
  return new RegExp(
    [
      flag,
      `\\u{1f3f4}(?:${tags})\\u{e007f}`,
      keycap,
      joined,
      tinted,
      String.raw`${base}\ufe0f`,
    ].join('|'),
    'gu',
  )
}

function toTags(code: string): string {
  return Array.from(code, (letter) => `\\u{e00${letter.charCodeAt(0).toString(16)}}`).join('')
}

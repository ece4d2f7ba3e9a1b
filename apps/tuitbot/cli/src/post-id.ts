/** The id of a post, where that is what was typed: as it stands alone, or at the end of the post's address. */
export function findPostId(text: string): string | undefined {
  return /^(?:https?:\/\/.+\/status\/)?(\d{1,19})(?:[/?#].*)?$/.exec(text)?.[1]
}

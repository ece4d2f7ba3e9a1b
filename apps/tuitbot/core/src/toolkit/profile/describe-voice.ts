/** How someone writes, in a few words; `undefined` where there is too little to say. */
export function describeVoice(posts: readonly string[]): string | undefined {
  if (posts.length < FEWEST_POSTS) return undefined
  const part = (pattern: RegExp) => posts.filter((post) => pattern.test(post)).length / posts.length
  const length = posts.reduce((sum, post) => sum + post.length, 0) / posts.length
  const traits = [
    part(/\p{Extended_Pictographic}/u) > 0.5 && 'playful',
    part(/!/) > 0.4 && 'enthusiastic',
    part(/\?/) > 0.3 && 'curious',
    part(/\p{Nd}/u) > 0.5 && 'concrete',
    part(/\b(?:i|i'm|i've|my|we|our)\b/i) > 0.5 && 'personal',
    length < 90 ? 'brief' : length > 200 && 'detailed',
  ].filter((trait) => typeof trait === 'string')
  return traits.length > 0 ? traits.join(', ') : 'plain'
}

const FEWEST_POSTS = 5

/** Each signal is a part of its full marks: 0 to 1, whatever it is given. */

const FULL_MARKS_FOR_KEYWORDS = 3

/** A keyword of several words counts double; three points are full marks, however long the list is. */
export function keywordSignal(found: readonly string[]): number {
  const points = found.reduce((sum, keyword) => sum + (/\S\s+\S/.test(keyword) ? 2 : 1), 0)
  return Math.min(1, points / FULL_MARKS_FOR_KEYWORDS)
}

/** Best between 1,000 and 10,000 followers: few are not heard, and many do not answer. */
export function followerSignal(followers: number): number {
  const count = toCount(followers)
  if (count < 100) return count / 200
  if (count < 1000) return 0.5 + (count - 100) / 1800
  if (count <= 10_000) return 1
  if (count <= 100_000) return 1 - (0.75 * (count - 10_000)) / 90_000
  return 0.25
}

/** Falls from the fifth minute on, and is nothing after six hours. A post of the future is new. */
export function recencySignal(createdAt: string, now: Date): number {
  const minutes = Math.floor(Math.max(0, now.getTime() - Date.parse(createdAt)) / 60_000)
  if (!(minutes <= 360)) return 0
  if (minutes <= 5) return 1
  if (minutes <= 30) return 1 - (0.2 * (minutes - 5)) / 25
  if (minutes <= 60) return 0.8 - (0.3 * (minutes - 30)) / 30
  return 0.5 - (0.25 * (minutes - 60)) / 300
}

/** Full when one in twenty followers did something. */
export function engagementSignal(reactions: number, followers: number): number {
  return Math.min(1, toCount(reactions) / Math.max(1, toCount(followers)) / 0.05)
}

/** Falls with each reply, to nothing at twenty: a crowded conversation hides one more. */
export function replySignal(replies: number): number {
  return Math.max(0, 1 - toCount(replies) / 20)
}

/** Words alone can be answered; a picture or a quoted post may say something else. */
export function contentSignal(isPlainText: boolean): number {
  return isPlainText ? 1 : 0
}

/** Counts come from outside, and may be anything. */
function toCount(value: number): number {
  return value > 0 ? Math.min(value, Number.MAX_SAFE_INTEGER) : 0
}

import { type Post, type PostLink } from '../x-api/model.js'

/** Whether a stored post says what was sent. `doubtful`: all but names in front of it, which X may have put there. */
export type Likeness = 'same' | 'doubtful' | 'other'

/**
 * X stores something else than was sent: it shortens links, escapes three signs, trims, and puts the name of whom a reply
 * answers in front of it, and the address of what is attached behind it.
 */
export function compareText(post: Post, sent: string): Likeness {
  const wanted = sent.normalize('NFC').trim()
  // Some of X's answers escape signs and some do not.
  const readings = [splitAtLinks(post, unescape), splitAtLinks(post, (text) => text)]
  const likenesses = readings.map((stretches) => compareStretches(post, stretches, wanted))
  return (
    likenesses.find((one) => one === 'same') ?? likenesses.find((one) => one !== 'other') ?? 'other'
  )
}

function compareStretches(post: Post, stored: readonly Stretch[], wanted: string): Likeness {
  if (spells(stored, wanted)) return 'same'
  if (!post.references.some(({ kind }) => kind === 'replied_to')) return 'other'
  const [first, ...rest] = stored
  const names = /^(?:@\w{1,15}\s+)+/.exec(first?.text ?? '')?.[0]
  if (first === undefined || names === undefined) return 'other'
  const without = (prefix: string) => [{ ...first, text: first.text.slice(prefix.length) }, ...rest]
  const answered = post.mentions.find(({ id }) => id !== undefined && id === post.replyToUserId)
  const own = answered && `@${answered.username} `
  if (own !== undefined && names.toLowerCase().startsWith(own.toLowerCase())) {
    if (spells(without(own), wanted)) return 'same'
  }
  return prefixesOf(names).some((prefix) => spells(without(prefix), wanted)) ? 'doubtful' : 'other'
}

/** A stretch of text, and the link that follows it. */
interface Stretch {
  readonly text: string
  readonly link?: PostLink
}

/** Links are found by their short address: what their positions count is not the same in all of X's answers. */
function splitAtLinks({ text, links }: Post, read: (text: string) => string): Stretch[] {
  const stored = text.normalize('NFC').trim()
  const stretches: Stretch[] = []
  let position = 0
  for (const link of links.toSorted((left, right) => left.start - right.start)) {
    const start = stored.indexOf(link.url, position)
    if (start === -1) continue
    stretches.push({ text: read(stored.slice(position, start)), link })
    position = start + link.url.length
  }
  stretches.push({ text: read(stored.slice(position)) })
  return stretches
}

/** Whether these stretches, each link written as one may have typed it, are the wanted text. */
function spells([first, ...rest]: readonly Stretch[], wanted: string): boolean {
  if (first === undefined) return wanted === ''
  const { text, link } = first
  if (link === undefined) return text === wanted
  const isEnd = rest.every((one) => one.text === '' && (!one.link || isAttachment(one.link)))
  if (isEnd && isAttachment(link) && text.trimEnd() === wanted) return true
  if (!wanted.startsWith(text)) return false
  const after = wanted.slice(text.length)
  return waysToType(link).some(
    (way) => after.startsWith(way) && spells(rest, after.slice(way.length)),
  )
}

function waysToType({ url, expandedUrl }: PostLink): string[] {
  const bare = expandedUrl.replace(/^https?:\/\//i, '')
  const ways = [expandedUrl, bare, url]
  // A host on its own gets a slash at the end.
  const slashless = ways.flatMap((way) => (way.endsWith('/') ? [way.slice(0, -1)] : []))
  return [...new Set([...ways, ...slashless])].map((way) => way.normalize('NFC'))
}

function isAttachment({ expandedUrl }: PostLink): boolean {
  return /^https?:\/\/(?:x|twitter)\.com\/\w+\/status\/\d+(?:\/(?:photo|video)\/\d+)?$/i.test(
    expandedUrl,
  )
}

function prefixesOf(names: string): string[] {
  const found: string[] = []
  for (const { index, 0: name } of names.matchAll(/@\w+\s+/g))
    found.push(names.slice(0, index + name.length))
  return found
}

function unescape(text: string): string {
  return text.replaceAll('&lt;', '<').replaceAll('&gt;', '>').replaceAll('&amp;', '&')
}

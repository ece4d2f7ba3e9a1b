import { findSubject } from './find-subject.js'
import { type LlmProvider } from './llm-provider.js'
import { BODIES, CUES, OPENERS, POSTS, type Cue } from './offline-phrases.js'
import { seededRandom } from './seeded-random.js'
import { POST_STYLES, type PostRequest, type ReplyRequest } from './slot-request.js'

/**
 * Writes from templates: no network, no key, no model, and the same words for the same request and seed. Its drafts ask and
 * thank, and claim nothing, and take their manner from what they answer; they are for trying things out, and say so by
 * their provider's name.
 */
export function createOfflineProvider({
  seed = 0,
}: { readonly seed?: number | undefined } = {}): LlmProvider {
  return {
    name: 'offline',
    complete: async (request, ctx) => {
      ctx?.signal?.throwIfAborted()
      const asked = request.kind === 'reply' ? request.to : request.topic
      const random = seededRandom(JSON.stringify([seed, request.variant ?? 0, asked]))
      const pick: Pick = (items) => items[Math.floor(random() * items.length)] ?? items[0]
      return {
        text: request.kind === 'reply' ? toReply(request, pick) : toPost(request, pick),
        provider: 'offline',
        model: 'templates',
        finish: 'stop',
        usage: { inputTokens: 0, outputTokens: 0 },
      }
    },
  }
}

type Pick = <Item extends string>(items: readonly [Item, ...Item[]]) => Item

function toReply({ to, business = {}, mentionProduct = false }: ReplyRequest, pick: Pick): string {
  const { productName } = business
  const cue = cueOf(to.text)
  const subject = findSubject(aboutOf(to.text, cue), productName ? [productName] : [])
  const opener = pick(OPENERS[cue])
  const body =
    subject === undefined ? pick(BODIES[cue].bare) : fill(pick(BODIES[cue].about), subject)
  const product = mentionProduct && productName ? ` That is what ${productName} is for.` : ''
  return `${opener} ${body}${product}`
}

function toPost({ topic, style }: PostRequest, pick: Pick): string {
  return fill(pick(POSTS[style ?? pick(POST_STYLES)]), topic.trim().replace(/\s+/g, ' '))
}

function cueOf(text: string): Cue {
  return CUES.find(([, sign]) => sign.test(text))?.[0] ?? 'remark'
}

/** Of a question, what is asked, and of that what it is about: the rest leads astray. */
function aboutOf(text: string, cue: Cue): string {
  const end = cue === 'question' || cue === 'wish' ? text.indexOf('?') : -1
  const starts = ['.', '!', '?'].map((mark) => text.lastIndexOf(mark, end - 1) + 1)
  const asked = end < 1 ? text : text.slice(Math.max(...starts), end)
  const about = asked.search(/\babout\s/i)
  return about === -1 ? asked : asked.slice(about)
}

/** What is put in is text, not a pattern. */
function fill(phrase: string, it: string): string {
  return phrase.replaceAll('{it}', () => it)
}

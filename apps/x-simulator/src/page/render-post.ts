import { type Account, type Post, type World } from '../world/world.js'
import { type Html, html, trusted } from './html.js'

const icons = {
  reply: 'M21 12a8 8 0 0 1-8 8H4l2.2-3A8 8 0 1 1 21 12z',
  repost: 'M4 8l3-3 3 3M7 5v9a3 3 0 0 0 3 3h3M20 16l-3 3-3-3M17 19v-9a3 3 0 0 0-3-3h-3',
  like: 'M12 20s-7.5-4.6-7.5-10A4.3 4.3 0 0 1 12 7a4.3 4.3 0 0 1 7.5 3c0 5.4-7.5 10-7.5 10z',
  view: 'M5 20V11M12 20V4M19 20v-6',
  follow: 'M15 20a6 6 0 0 0-12 0M9 11a4 4 0 1 0 0-8 4 4 0 0 0 0 8M19 8v6M16 11h6',
  mention: 'M16 12a4 4 0 1 1-8 0 4 4 0 0 1 8 0zm0 0v1.5a2.5 2.5 0 0 0 5 0V12a9 9 0 1 0-4 7.5',
} as const

export type Icon = keyof typeof icons

export function icon(name: Icon): Html {
  return trusted(`<svg viewBox="0 0 24 24" aria-hidden="true"><path d="${icons[name]}"/></svg>`)
}

export function face(account: Account, size: 'small' | 'usual' = 'usual'): Html {
  const initials = account.name
    .split(' ')
    .flatMap((word) => Array.from(word)[0] ?? [])
    .slice(0, 2)
    .join('')
  const mixed = Array.from(account.username).reduce(
    (sum, one) => (sum * 31 + one.charCodeAt(0)) % 9973,
    7,
  )
  const hue = mixed % 12
  return html`<div class="face hue-${hue} ${size}" aria-hidden="true">
    ${initials.toUpperCase()}
  </div>`
}

export function timeTag(at: number, now: number): Html {
  return html`<time datetime="${new Date(at).toISOString()}">${ago(now - at)}</time>`
}

function ago(ms: number): string {
  const minutes = Math.floor(ms / 60_000)
  if (minutes < 1) return 'now'
  if (minutes < 60) return `${minutes}m`
  if (minutes < 60 * 24) return `${Math.floor(minutes / 60)}h`
  return `${Math.floor(minutes / 60 / 24)}d`
}

/** A post as a person sees it. */
export function renderPost(world: World, post: Post, fresh = false): Html {
  const author = world.accounts.get(post.authorId)
  if (author === undefined) return html``
  const now = world.clock.now()
  return html`<li
    class="post ${fresh && 'fresh'} ${post.deletedAt !== undefined && 'gone'}"
    data-post="${post.id}"
  >
    ${face(author)}
    <div>
      ${context(world, post)}
      <header>
        <b>${author.name}</b
        >${author.verified && html`<span title="Verified" aria-label="verified">✓</span>`}
        <span>@${author.username} ·</span>${timeTag(post.createdAt, now)}
        ${post.source !== 'X Web App' && html`<span class="tag">via ${post.source}</span>`}
        ${post.madeWithAi && html`<span class="tag">made with AI</span>`}
        ${post.paidPartnership && html`<span class="tag warn">paid partnership</span>`}
        ${post.hidden && html`<span class="tag warn">hidden</span>`}
      </header>
      <p>${renderText(post)}</p>
      ${post.mediaIds.map((id) => renderMedia(world, id))}
      ${
        post.poll &&
        html`<ul class="poll">
          ${post.poll.options.map((label) => html`<li>${label}</li>`)}
        </ul>`
      }
      <footer>
        <span title="Replies">${icon('reply')} ${post.replies}</span>
        <span title="Reposts">${icon('repost')} ${post.reposts.size}</span>
        <span title="Likes" data-likes>${icon('like')} <b>${post.likes.size}</b></span>
        <span title="Views">${icon('view')} ${post.impressions}</span>
      </footer>
    </div>
  </li>`
}

function context(world: World, post: Post): Html | undefined {
  const other = post.repostOfId ?? post.replyToId ?? post.quoteOfId
  const target = other === undefined ? undefined : world.posts.get(other)
  const account = target && world.accounts.get(target.authorId)
  if (account === undefined) return undefined
  const [name, words]: [Icon, string] =
    post.repostOfId === undefined
      ? ['reply', post.replyToId === undefined ? 'Quotes' : 'Replying to']
      : ['repost', 'Reposts']
  return html`<div class="context">${icon(name)} ${words} @${account.username}</div>`
}

function renderMedia(world: World, id: string): Html {
  const media = world.media.get(id)
  return html`<div class="media">
    ${media?.altText ? media.altText : `${media?.type ?? 'media'}, no alt text`}
  </div>`
}

/** The text with its links and names marked. Positions count code points. */
function renderText(post: Post): Html[] {
  const points = Array.from(post.text)
  const marks = [
    ...post.links.map((link) => ({
      ...link,
      content: html`<a href="${link.expanded_url}" rel="noreferrer noopener" target="_blank"
        >${link.display_url}</a
      >`,
    })),
    ...post.entities.mentions.map(({ start, end, tag }) => ({
      start,
      end,
      content: html`<a href="/?as=${tag}">@${tag}</a>`,
    })),
    ...post.entities.hashtags.map(({ start, end, tag }) => ({
      start,
      end,
      content: html`<span class="quiet">#${tag}</span>`,
    })),
  ].toSorted((left, right) => left.start - right.start)
  const pieces: Html[] = []
  let position = 0
  for (const { start, end, content } of marks) {
    if (start < position) continue
    pieces.push(html`${points.slice(position, start).join('')}`, content)
    position = end
  }
  return [...pieces, html`${points.slice(position).join('')}`]
}

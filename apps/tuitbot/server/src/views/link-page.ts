import {
  type ApprovalView,
  type LinkedApproval,
  type OpenedLink,
  type RefusedLink,
  type Said,
} from '@tuitbot/core'
import { html } from 'hono/html'
import { sayWriter } from './approval-card.js'
import { type Html, page, sentence } from './small-page.js'
import { type Part, toParts } from './to-parts.js'

interface Around {
  /** Where its buttons lead. */
  readonly action: string
  /** Where the post can be looked at, once it is out. */
  readonly postUrl?: string | undefined
}

/** What lies behind a link: one post, why it waits, what it costs, and two buttons. Without a press nothing is decided. */
export function renderLink(link: OpenedLink, { action, postUrl }: Around) {
  switch (link.kind) {
    case 'refused':
      return renderRefused(link)
    case 'open':
      return card(link.approval, [renderApproval(link.approval), buttons(link, action)])
    case 'edited': {
      const words = 'Its text was edited since this link was made. Decide on your page instead.'
      return card(link.approval, [renderApproval(link.approval), status(words)])
    }
    case 'over': {
      const { approval } = link
      return card(approval, [
        renderApproval(approval),
        status(sentence(approval.status)),
        wayOn(postUrl),
      ])
    }
  }
}

export function renderRefused({ reason }: RefusedLink) {
  return page({ title: 'This link decides nothing' }, [
    html`<p>${sentence(reason)}</p>`,
    html`<p>A link decides once. <a href="/">Your page</a> shows all that waits.</p>`,
  ])
}

/** What came of a decision. */
export function renderDecided(
  approval: ApprovalView,
  { word, reason, postUrl }: Said & Pick<Around, 'postUrl'>,
) {
  const because = reason === undefined ? '' : ` ${sentence(reason)}`
  const words = `${sentence(word)}${because}`
  return card(approval, [renderText(approval), status(words), wayOn(postUrl)])
}

function card({ id, title }: ApprovalView, content: readonly Html[]): Html {
  return page({ title, ...(id > 0 && { number: id }) }, content)
}

function wayOn(postUrl: string | undefined): Html {
  return postUrl === undefined
    ? html``
    : html`<p><a href="${postUrl}" rel="noreferrer">Look at it on X</a></p>`
}

function renderApproval(approval: ApprovalView): Html {
  const { answers, reason, rule, decides, askedBy, mediaIds, edits, notes } = approval
  const facts: ReadonlyArray<readonly [Html | string, Html | string]> = [
    ...(mediaIds.length === 0
      ? []
      : [['With', `${mediaIds.length} media: ${mediaIds.join(', ')}`] as const]),
    ['Why it waits', html`<bdi>${sentence(reason)}</bdi> <code>${rule}</code>`],
    ...(decides === null ? [] : [['Who decides', isolated(sentence(decides))] as const]),
    ['Asked by', isolated(askedBy)],
    ['Written by', renderWriter(approval)],
    ['Costs', `$${(approval.priceMicroUsd / 1_000_000).toFixed(3)}`],
    ['Length', `${approval.length} of 280`],
    ...edits.map(
      ({ by, before }) =>
        [html`Edited by ${isolated(by)}`, html`It read: ${toHtml(toParts(before))}`] as const,
    ),
    ...notes.map(
      ({ by, note }) =>
        [
          html`Note by ${isolated(by)}`,
          html`<span class="note">${toHtml(toParts(note))}</span>`,
        ] as const,
    ),
  ]
  return html`
    ${
      answers?.text === undefined
        ? ''
        : html`<blockquote dir="auto">
              <b>@${isolated(answers.username ?? '')}</b> ${toHtml(toParts(answers.text))}
            </blockquote>
            ${hiddenNote(answers.text)}`
    }
    ${renderText(approval)}
    <dl>
      ${facts.map(
        ([name, said]) =>
          html`<dt>${name}</dt>
            <dd dir="auto">${said}</dd>`,
      )}
    </dl>
  `
}

function renderWriter(approval: ApprovalView): Html {
  const writer = isolated(sayWriter(approval))
  const last = approval.edits.at(-1)
  return last === undefined ? writer : html`${writer}, edited by ${isolated(last.by)}`
}

function renderText({ text }: ApprovalView): Html {
  return html`<p class="post" dir="auto">${toHtml(toParts(text))}</p>
    ${hiddenNote(text)}`
}

function hiddenNote(text: string): Html | string {
  const count = toParts(text).filter(({ kind }) => kind === 'hidden').length
  return count === 0
    ? ''
    : html`<p class="hidden-note">Hidden characters, shown by their numbers: ${count}</p>`
}

/** Words whose direction stays their own. */
function isolated(text: string): Html {
  return html`<bdi>${text}</bdi>`
}

/** In whose name; whoever may not approve it may still take it back. */
function buttons({ approval, to }: LinkedApproval, action: string): Html {
  const canApprove = approval.canApprove.includes(to)
  const yes = html`<button class="yes" name="decision" value="approve">Approve</button>`
  return html`<form method="post" action="${action}">
      ${canApprove ? yes : ''}
      <button name="decision" value="reject">Reject</button>
    </form>
    <p class="who">You decide as ${isolated(to)}.</p>`
}

function status(words: string): Html {
  return html`<p role="status" dir="auto">${words}</p>`
}

/** What nobody could see is shown by its number. */
function toHtml(parts: readonly Part[]): Html[] {
  return parts.map(({ kind, text }) =>
    kind === 'text' ? html`${text}` : html`<span class="${kind}">${text}</span>`,
  )
}

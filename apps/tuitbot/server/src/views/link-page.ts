import {
  type ApprovalView,
  type LinkedApproval,
  type OpenedLink,
  type RefusedLink,
  type Said,
} from '@tuitbot/core'
import { html, raw } from 'hono/html'
import { sayWriter } from './approval-card.js'
import { type Part, toParts } from './to-parts.js'

/** What lies behind a link: one post, why it waits, what it costs, and two buttons. Without a press nothing is decided. */
export function renderLink(link: OpenedLink, action: string) {
  switch (link.kind) {
    case 'refused':
      return renderRefused(link)
    case 'open':
      return page(link.approval.title, [renderApproval(link.approval), buttons(link, action)])
    case 'edited': {
      const words = 'Its text was edited since this link was made. Decide on your page instead.'
      return page(link.approval.title, [renderApproval(link.approval), status(words)])
    }
    case 'over': {
      const { title, status: word } = link.approval
      return page(title, [renderApproval(link.approval), status(`${sentence(word)}.`)])
    }
  }
}

export function renderRefused({ reason }: RefusedLink) {
  return page('This link decides nothing', [
    html`<p>${sentence(reason)}.</p>`,
    html`<p>A link decides once. <a href="/">Your page</a> shows all that waits.</p>`,
  ])
}

/** What came of a decision. */
export function renderDecided(approval: ApprovalView, { word, reason }: Said) {
  const because = reason === undefined ? '' : ` ${sentence(reason)}.`
  return page(approval.title, [renderText(approval), status(`${sentence(word)}.${because}`)])
}

type Html = ReturnType<typeof html>

function renderApproval(approval: ApprovalView): Html {
  const { answers, reason, rule, decides, askedBy, priceMicroUsd, length, edits } = approval
  const facts: ReadonlyArray<readonly [Html | string, Html | string]> = [
    ['Why it waits', html`<bdi>${sentence(reason)}</bdi>. <code>${rule}</code>`],
    ...(decides === null ? [] : [['Who decides', isolated(sentence(decides))] as const]),
    ['Asked by', isolated(askedBy)],
    ['Written by', isolated(sayWriter(approval))],
    ['Costs', `$${(priceMicroUsd / 1_000_000).toFixed(3)}`],
    ['Length', `${length} of 280`],
    ...edits.map(
      ({ by, before }) =>
        [html`Edited by ${isolated(by)}`, html`It read: ${toHtml(toParts(before))}`] as const,
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

function sentence(text: string): string {
  return text.slice(0, 1).toUpperCase() + text.slice(1)
}

function page(name: string, content: readonly Html[]): Html {
  // A tab has no way to keep a direction to itself.
  const title = toParts(name)
    .map(({ text }) => text)
    .join('')
  return html`${raw('<!doctype html>')}
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="robots" content="noindex" />
        <title>${title} · Tuitbot</title>
        <link rel="icon" href="/icon.svg" />
        <link rel="stylesheet" href="/decide/style.css" />
      </head>
      <body>
        <main>
          <h1>${title}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** The page's colours, as far as one card needs them. */
export const LINK_STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 ui-sans-serif, system-ui, sans-serif;
  --ink: light-dark(#1b1a17, #ecebe7); --soft: light-dark(#5d594f, #a9a69e); --line: light-dark(#c9c5ba, #444952);
  --accent: light-dark(#3346c4, #9dabff); --on-accent: light-dark(#ffffff, #14183a); }
body { margin: 0; background: light-dark(#f6f5f1, #121316); color: var(--ink); }
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: light-dark(#ffffff, #1b1d21);
  border: 1px solid var(--line); border-radius: 1.125rem; }
@media (max-width: 40rem) { main { margin: 0; border: 0; border-radius: 0; } }
h1 { font-size: 1.125rem; margin: 0 0 1rem; }
blockquote { margin: 0 0 1rem; padding: 0 0 0 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.post { font-size: 1.125rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.link, .mention, .hashtag, .cashtag, a { color: var(--accent); }
.hidden-note { margin: 0 0 1rem; font-size: 0.875rem; color: light-dark(#a8281d, #ff9d8f); }
.hidden { font: 0.8em ui-monospace, monospace; border: 1px solid; border-radius: 0.25rem; padding: 0 0.25em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; font-size: 0.9375rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; }
code { font: 0.9em ui-monospace, monospace; color: var(--soft); }
.who { font-size: 0.875rem; color: var(--soft); }
form { display: flex; gap: 0.75rem; margin-top: 1.5rem; }
button { font: inherit; font-weight: 640; min-height: 2.75rem; padding: 0 1.25rem; border-radius: 99rem; cursor: pointer;
  background: transparent; color: var(--ink); border: 1px solid var(--line); }
.yes { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role='status'] { font-weight: 640; }
`

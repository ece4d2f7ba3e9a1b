import { html, raw } from 'hono/html'
import { toParts } from './to-parts.js'

export type Html = ReturnType<typeof html>

interface Heading {
  readonly title: string
  readonly number?: number
}

/** A page that needs no script: what it is about, and by which number the terminal knows that. */
export function page({ title: name, number }: Heading, content: readonly Html[]): Html {
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
          <h1>${title}${number === undefined ? '' : html` <small>#${number}</small>`}</h1>
          ${content}
        </main>
      </body>
    </html>`
}

/** Begins and ends like a sentence. What X answers may end like one already. */
export function sentence(text: string): string {
  const end = /[.!?…]$/u.test(text) ? '' : '.'
  return text.slice(0, 1).toUpperCase() + text.slice(1) + end
}

/** The page's colours, as far as one card needs them. */
export const SMALL_PAGE_STYLE = `
:root { color-scheme: light dark; font: 100%/1.5 ui-sans-serif, system-ui, sans-serif;
  --ink: light-dark(#1b1a17, #ecebe7); --soft: light-dark(#5d594f, #a9a69e); --line: light-dark(#c9c5ba, #444952);
  --accent: light-dark(#3346c4, #9dabff); --on-accent: light-dark(#ffffff, #14183a); }
body { margin: 0; background: light-dark(#f6f5f1, #121316); color: var(--ink); }
main { max-width: 34rem; margin: 2rem auto; padding: 1.5rem; background: light-dark(#ffffff, #1b1d21);
  border: 1px solid var(--line); border-radius: 1.125rem; }
@media (max-width: 40rem) { main { margin: 0; border: 0; border-radius: 0; } }
h1 { font-size: 1.125rem; margin: 0 0 1rem; } h1 small { font-weight: 400; color: var(--soft); }
blockquote { margin: 0 0 1rem; padding: 0 0 0 1rem; border-left: 3px solid var(--line); color: var(--soft); }
.post { font-size: 1.125rem; white-space: pre-wrap; overflow-wrap: anywhere; }
.link, .mention, .hashtag, .cashtag, a { color: var(--accent); }
.hidden-note { margin: 0 0 1rem; font-size: 0.875rem; color: light-dark(#a8281d, #ff9d8f); }
.hidden { font: 0.8em ui-monospace, monospace; border: 1px solid; border-radius: 0.25rem; padding: 0 0.25em; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: 0.25rem 1rem; font-size: 0.9375rem; }
dt { color: var(--soft); } dd { margin: 0; overflow-wrap: anywhere; } .note { white-space: pre-wrap; }
code { font: 0.9em ui-monospace, monospace; color: var(--soft); }
.who { font-size: 0.875rem; color: var(--soft); }
form { display: flex; gap: 0.75rem; margin-top: 1.5rem; }
button { font: inherit; font-weight: 640; min-height: 2.75rem; padding: 0 1.25rem; border-radius: 99rem; cursor: pointer;
  background: transparent; color: var(--ink); border: 1px solid var(--line); }
.yes { background: var(--accent); color: var(--on-accent); border-color: var(--accent); }
:focus-visible { outline: 3px solid var(--accent); outline-offset: 2px; }
[role='status'] { font-weight: 640; }
`

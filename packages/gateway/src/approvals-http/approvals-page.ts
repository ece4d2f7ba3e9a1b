import { showUnseen, type JsonValue } from '@armorer/core'
import { type DescribedIntent } from '../describe.js'

export interface PageContent {
  readonly title: string
  readonly root: string
  readonly waiting: readonly DescribedIntent[]
  /** What came of the last decision. */
  readonly said?: string | undefined
}

/** One page without scripts. All of it that anyone else has written is text, whatever it looks like. */
export function renderPage({ title, root, waiting, said }: PageContent): string {
  const cards = waiting.map((one) => renderCard(one, root)).join('\n')
  const status =
    said === undefined ? '' : `<p role="status">${SAID.get(said) ?? 'Nothing changed.'}</p>`
  return `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${waiting.length > 0 ? `(${waiting.length}) ` : ''}${escape(title)}</title>
<style>${STYLE}</style>
<main>
<h1>${escape(title)}</h1>
${status}
${cards === '' ? '<p>Nothing waits for a decision.</p>' : cards}
</main>
</html>
`
}

const SAID: ReadonlyMap<string, string> = new Map([
  ['executed', 'Approved, and done.'],
  ['replayed', 'Approved, and done.'],
  ['decided', 'Decided.'],
  ['in_progress', 'Approved, and on its way; what cannot be sent now is tried again.'],
  ['unknown', 'Approved and sent; what came of it is not yet known.'],
  ['failed', 'Approved, and refused by the far side.'],
  ['denied', 'Denied: a rule, a limit or a pause stands against it.'],
  ['moved_on', 'Too late: it was decided, edited or has run out meanwhile.'],
  ['conflict', 'The same is under way already.'],
  ['needs_human', 'Part of it may be done: a person must look.'],
])

function renderCard({ intent, preview, uses, risk }: DescribedIntent, root: string): string {
  const { id, queueId, operation, account, principal, rule, reason, labels, content } = intent
  const action = `${root}/${encodeURIComponent(id)}`
  const facts = [
    ['Asked by', `${principal.id} (${principal.kind})`],
    ['Account', account],
    ['Rule', `${rule}: ${reason}`],
    ['Uses', listOf(uses)],
    ['Risk', risk ? listOf(risk) : 'not stated'],
    ...(labels.length > 0 ? [['Labels', labels.join(', ')]] : []),
    [
      'Runs out',
      intent.expiresAt === undefined ? 'never' : new Date(intent.expiresAt).toISOString(),
    ],
  ]
  const rows = facts.map(([name = '', said = '']) => `<dt>${name}<dd>${escape(said)}`).join('')
  const hidden = `<input type="hidden" name="content" value="${escape(content)}">`
  return `<article aria-labelledby="t${queueId}">
<h2 id="t${queueId}">#${queueId} ${escape(operation)}</h2>
<pre>${escape(pretty(preview ?? intent.args))}</pre>
<dl>${rows}</dl>
<form method="post" action="${escape(action)}/approve">${hidden}
<button class="yes">Approve #${queueId}</button></form>
<form method="post" action="${escape(action)}/reject">${hidden}
<label>Why not (optional) <input name="note" maxlength="2000"></label>
<button>Reject #${queueId}</button></form>
<details><summary>Edit #${queueId}</summary>
<form method="post" action="${escape(action)}/edit">${hidden}
<label>Arguments<textarea name="args" rows="8">
${escapeJson(pretty(intent.args))}</textarea></label>
<button>Save</button></form></details>
</article>`
}

function listOf(values: object): string {
  return Object.entries(values)
    .map(([name, value]) => `${name} ${String(value)}`)
    .join(', ')
}

function pretty(value: JsonValue): string {
  return JSON.stringify(value, undefined, 2)
}

const ENTITIES: ReadonlyMap<string, string> = new Map([
  ['&', '&amp;'],
  ['<', '&lt;'],
  ['>', '&gt;'],
  ['"', '&quot;'],
  ["'", '&#39;'],
])

function escape(text: string): string {
  return escapeMarkup(showUnseen(text))
}

/** JSON in which what is not seen stands as JSON escapes it: saved as it is, it is what it was. */
function escapeJson(text: string): string {
  return escapeMarkup(showUnseen(text, toEscapes))
}

function toEscapes(character: string): string {
  return Array.from({ length: character.length }, (_, at) => {
    return `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`
  }).join('')
}

function escapeMarkup(text: string): string {
  return text.replace(/[&<>"']/g, (found) => ENTITIES.get(found) ?? found)
}

const STYLE = `
:root { color-scheme: light dark; font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 42rem; margin: 2rem auto; padding: 0 1rem; }
h1 { font-size: 1.5rem; } h2 { font-size: 1.1rem; margin: 0 0 .5rem; overflow-wrap: anywhere; }
article { border: 1px solid #8888; border-radius: .75rem; padding: 1rem 1.25rem; margin: 1rem 0; }
pre { white-space: pre-wrap; overflow-wrap: anywhere; background: #8881; padding: .75rem; border-radius: .5rem; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem 1rem; font-size: .9rem; }
dt { opacity: .75; } dd { margin: 0; overflow-wrap: anywhere; }
form { display: inline-block; margin: .25rem .5rem .25rem 0; }
details form, textarea { display: block; width: 100%; box-sizing: border-box; }
textarea { font: .9rem/1.4 ui-monospace, monospace; }
button { font: inherit; padding: .4rem 1rem; border-radius: .5rem; border: 1px solid #8888; cursor: pointer; }
.yes { background: #1a6b3c; color: #fff; border-color: #1a6b3c; }
[role=status] { border-left: .25rem solid #1a6b3c; padding-left: .75rem; }
`

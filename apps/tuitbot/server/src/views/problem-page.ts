import { html } from 'hono/html'
import { type Problem } from '../problem.js'
import { page, sentence } from './small-page.js'

/** What is wrong, for a person who has opened an address in a browser, and the way back. */
export function renderProblem({ message }: Problem, id?: string) {
  return page({ title: 'This did not work' }, [
    html`<p>${sentence(message)} ${id === undefined ? '' : html`<code>${id}</code>`}</p>`,
    html`<p><a href="/">Your page</a> shows all that waits.</p>`,
  ])
}

import { type Html, html, trusted } from './html.js'
import { style } from './style.js'

export interface PageLife {
  readonly script: string
  readonly clock: 'real' | 'virtual'
  readonly now: number
}

/** A whole page around its content. The style comes back beside it, for the policy to name. */
export function pageOf(
  title: string,
  content: Html,
  life?: PageLife,
): { body: string; style: string } {
  const { html: body } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <title>${title}</title>
        ${trusted(`<style>${style}</style>`)}
      </head>
      <body data-clock="${life?.clock}" data-now="${life?.now}">
        ${content} ${life && trusted(`<script>${life.script}</script>`)}
      </body>
    </html>`
  return { body, style }
}

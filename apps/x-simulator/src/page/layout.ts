import { type Html, html, trusted } from './html.js'
import { style } from './style.js'

/** A whole page around its content. The style comes back beside it, for the policy to name. */
export function pageOf(title: string, content: Html, script = ''): { body: string; style: string } {
  const { html: body } = html`<!doctype html>
    <html lang="en">
      <head>
        <meta charset="utf-8" />
        <meta name="viewport" content="width=device-width, initial-scale=1" />
        <meta name="color-scheme" content="light dark" />
        <title>${title}</title>
        ${trusted(`<style>${style}</style>`)}
      </head>
      <body>
        ${content} ${script !== '' && trusted(`<script>${script}</script>`)}
      </body>
    </html> `
  return { body, style }
}

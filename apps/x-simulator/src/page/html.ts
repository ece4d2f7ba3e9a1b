import { createHash } from 'node:crypto'

/** Text that is safe as HTML, and knows that it is. */
export interface Html {
  readonly html: string
}

type Part = string | number | Html | readonly Html[] | undefined | false

/** HTML with holes. Whatever is put into a hole is text, unless it is HTML itself. */
export function html(strings: TemplateStringsArray, ...parts: Part[]): Html {
  const pieces = strings.map((piece, index) => piece + fill(parts[index]))
  return { html: pieces.join('') }
}

/** A piece that was written here, not by a stranger: a style sheet or a script. */
export function trusted(text: string): Html {
  return { html: text }
}

function escapeHtml(text: string): string {
  return text.replace(/[&<>"'`]/g, (character) => `&#${character.charCodeAt(0)};`)
}

function fill(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escapeHtml(String(part))
  if ('html' in part) return part.html
  return part.map((one) => one.html).join('')
}

/** A policy that lets exactly this style and this script run, and nothing else. */
export function contentSecurityPolicy(
  style: string,
  script: string,
  formTarget = "'self'",
): string {
  return [
    "default-src 'none'",
    `style-src '${hashOf(style)}'`,
    script === '' ? "script-src 'none'" : `script-src '${hashOf(script)}'`,
    "connect-src 'self'",
    `form-action ${formTarget}`,
    "base-uri 'none'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hashOf(text: string): string {
  return `sha256-${createHash('sha256').update(text).digest('base64')}`
}

import { type JsonValue } from '../json.js'
import { type MediaPart, type Part } from '../run/run-item.js'

/** Content as most formats write it: one text, or a list of parts. The mark remembers which. */
export function readContent(
  content: JsonValue | undefined,
  readPart: (part: JsonValue) => Part,
): { readonly parts: readonly Part[]; readonly mark: 'text' | 'parts' } | undefined {
  if (typeof content === 'string') return { parts: [{ kind: 'text', text: content }], mark: 'text' }
  return Array.isArray(content) ? { parts: content.map(readPart), mark: 'parts' } : undefined
}

/** The reverse. A content that is neither is what `rest` kept of it, unless something has been said since. */
export function writeContent(
  kept: JsonValue | undefined,
  parts: readonly Part[],
  writePart: (part: Part) => JsonValue,
): JsonValue | undefined {
  const isBlank = kept === 'text' || kept === 'parts'
  if (!isBlank && parts.length === 0) return undefined
  const [only] = parts
  const isOneText = parts.length === 1 && only?.kind === 'text' && only.rest === undefined
  return kept === 'text' && isOneText ? only.text : parts.map(writePart)
}

/** What an address says: a data URL carries type and bytes, any other is where the bytes are. */
export function readMediaUrl(url: string): Pick<MediaPart, 'mediaType' | 'url' | 'data'> {
  const inline = /^data:([^;,]*);base64,([A-Za-z0-9+/=_-]*)$/.exec(url)
  return inline ? { mediaType: inline[1] ?? '', data: inline[2] ?? '' } : { url }
}

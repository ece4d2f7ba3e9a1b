import { normalizeText } from '../text/normalize-text.js'

/**
 * Which of the secrets a text gives away, by its place in the list: as it is, spaced out, reversed, in
 * rot13, hex or base64. Secrets of fewer than eight letters and digits are not looked for.
 */
export function findLeakedSecret(text: string, secrets: readonly string[]): number | undefined {
  const squeezed = squeeze(text)
  const bare = text
    .replaceAll(/[^A-Za-z0-9+/_-]/g, '')
    .replaceAll('-', '+')
    .replaceAll('_', '/')
  const index = secrets.findIndex((secret) => {
    if (squeeze(secret).length < SHORTEST_SECRET) return false
    return (
      listSpellings(secret).some((spelling) => squeezed.includes(squeeze(spelling))) ||
      listBase64(secret).some((code) => bare.includes(code))
    )
  })
  return index < 0 ? undefined : index
}

const SHORTEST_SECRET = 8

function squeeze(text: string): string {
  return normalizeText(text, 'NFKC')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]/gu, '')
}

function listSpellings(secret: string): string[] {
  const reversed = Array.from(secret).toReversed().join('')
  const hex = Array.from(new TextEncoder().encode(secret), (byte) =>
    byte.toString(16).padStart(2, '0'),
  ).join('')
  return [secret, reversed, rot13(secret), hex]
}

function rot13(text: string): string {
  return text.replaceAll(/[a-z]/gi, (letter) => {
    const code = letter.charCodeAt(0)
    const first = code < 0x61 ? 0x41 : 0x61
    return String.fromCharCode(first + ((code - first + 13) % 26))
  })
}

/** In base64 a secret looks three ways, by what stands before it; the ends, which depend on it, are cut off. */
function listBase64(secret: string): string[] {
  const bytes = new TextEncoder().encode(secret)
  return [0, 1, 2].map((shift) => {
    const whole = Math.floor((bytes.length + shift) / 3) * 3
    const binary = String.fromCharCode(...new Uint8Array(shift), ...bytes).slice(0, whole)
    return btoa(binary).slice(shift === 0 ? 0 : 4)
  })
}

import { type JsonValue } from '../json.js'
import { type EncodedHistory } from '../run/codec.js'
import { type MessageItem, type Part, type RunItem } from '../run/run-item.js'
import { type Loss } from '../serialization/loss.js'

/** Says what a format cannot write, and where it stood. */
export type Lose = (path: string, feature: string, reason: string) => void

/**
 * Writes a history with one format's `write`, which is given only what that format read itself or what no format did:
 * what another format added is taken off before, and reported.
 */
export function encodeHistory(
  items: readonly RunItem[],
  format: string,
  write: (item: MessageItem, path: string, lose: Lose) => readonly JsonValue[],
): EncodedHistory {
  const losses: Loss[] = []
  const lose: Lose = (path, feature, reason) => losses.push({ path, feature, reason })
  const wire = items.flatMap((item, index): readonly JsonValue[] => {
    const path = `items[${index}]`
    if (item.kind === 'message') {
      const isOwn = item.format === undefined || item.format === format
      return write(isOwn ? item : withoutRest(item, path, lose), path, lose)
    }
    if (item.kind !== 'opaque') return []
    if (item.format === format) return [item.value]
    lose(path, 'opaque', `${format} has no word for what ${item.format} said`)
    return []
  })
  return { wire, losses }
}

function withoutRest({ rest, ...item }: MessageItem, path: string, lose: Lose): MessageItem {
  const from = item.format ?? 'another format'
  if (rest && Object.values(rest).some(saysMore)) {
    lose(path, 'rest', `${from} said more of it than fits elsewhere`)
  }
  return { ...item, parts: partsWithoutRest(item.parts, path, from, lose) }
}

function partsWithoutRest(
  parts: readonly Part[],
  path: string,
  from: string,
  lose: Lose,
): readonly Part[] {
  return parts.flatMap((part, index): readonly Part[] => {
    const at = `${path}.parts[${index}]`
    if (part.kind === 'opaque') {
      lose(at, 'opaque', `nothing else has a word for what ${from} said`)
      return []
    }
    // A seal is broken in any other hands, and unsealed thoughts are nobody's.
    if (part.kind === 'reasoning') {
      lose(at, 'reasoning', `only ${from} takes back what its model thought`)
      return []
    }
    const { rest, ...bare } = part
    if (rest !== undefined) lose(at, 'rest', `${from} said more of it than fits elsewhere`)
    if (bare.kind !== 'tool_output') return [bare]
    return [{ ...bare, parts: partsWithoutRest(bare.parts, at, from, lose) }]
  })
}

/** What is no blank: blanks are `null`, or name how a content was written. */
function saysMore(value: JsonValue): boolean {
  return value !== null && value !== 'text' && value !== 'parts'
}

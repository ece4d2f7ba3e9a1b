import { TextDecoder } from 'node:util'
import { AuditFormatError } from './format-error.js'

/** Text in pieces of any size, such as what a file's stream gives. */
export type TextSource = AsyncIterable<string | Uint8Array> | Iterable<string | Uint8Array>

/** The lines of a text, one at a time; the last need not be ended. */
export async function* linesOf(source: TextSource): AsyncGenerator<string> {
  // A mark of byte order is a byte like any other here: nothing may be added unseen.
  const decoder = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
  let rest = ''
  for await (const piece of source) {
    const lines = (rest + decode(decoder, piece)).split('\n')
    rest = lines.pop() ?? ''
    yield* lines
  }
  rest += decode(decoder, undefined)
  if (rest !== '') yield rest
}

function decode(decoder: TextDecoder, piece: string | Uint8Array | undefined): string {
  if (typeof piece === 'string') return piece
  try {
    return piece ? decoder.decode(piece, { stream: true }) : decoder.decode()
  } catch (cause) {
    throw new AuditFormatError('unreadable', 'the export is no UTF-8 text', { cause })
  }
}

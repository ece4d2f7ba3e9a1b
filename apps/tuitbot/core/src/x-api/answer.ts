/** What X answered, read to its end. */
export interface Answer {
  readonly status: number
  readonly headers: Headers
  /** The JSON that came, or `undefined` where what came was none. */
  readonly body: unknown
}

/** Above this no answer of X's is honest, and one that unpacks to more is an attack. */
const MOST_BYTES = 8 * 1024 * 1024

/** Reads an answer to its end. It throws where the way breaks, and where there is no end in sight. */
export async function readAnswer(response: Response): Promise<Answer> {
  const { status, headers } = response
  const bytes = await readBytes(response)
  return { status, headers, body: parse(bytes) }
}

async function readBytes(response: Response): Promise<Uint8Array> {
  if (!response.body) return new Uint8Array()
  const pieces: Uint8Array[] = []
  let size = 0
  for await (const piece of response.body as AsyncIterable<Uint8Array>) {
    size += piece.length
    if (size > MOST_BYTES) throw new RangeError(`an answer of more than ${MOST_BYTES} bytes`)
    pieces.push(piece)
  }
  return Buffer.concat(pieces)
}

function parse(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes))
  } catch {
    return undefined
  }
}

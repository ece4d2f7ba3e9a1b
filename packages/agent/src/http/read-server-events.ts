/** The data of server-sent events, one by one. It reads no further ahead than it is asked. */
export async function* readServerEvents(
  body: AsyncIterable<Uint8Array>,
): AsyncGenerator<string, undefined> {
  let data: string[] = []
  for await (const line of readLines(body)) {
    if (line.startsWith('data:')) data.push(line.slice(line[5] === ' ' ? 6 : 5))
    if (line !== '' || data.length === 0) continue
    yield data.join('\n')
    data = []
  }
  // Some hosts leave out the empty line after the last one.
  if (data.length > 0) yield data.join('\n')
  return undefined
}

async function* readLines(body: AsyncIterable<Uint8Array>): AsyncGenerator<string, undefined> {
  const decoder = new TextDecoder()
  // A line of many chunks is put together once, when its end has come.
  let pieces: string[] = []
  for await (const chunk of body) {
    const text = decoder.decode(chunk, { stream: true })
    if (!text.includes('\n')) {
      pieces.push(text)
      continue
    }
    const lines = (pieces.join('') + text).split('\n')
    pieces = [lines.pop() ?? '']
    for (const line of lines) yield line.endsWith('\r') ? line.slice(0, -1) : line
  }
  const last = pieces.join('')
  if (last !== '') yield last
  return undefined
}

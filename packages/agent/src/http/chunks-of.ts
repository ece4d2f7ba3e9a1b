/** The bytes of an answer as they come. */
export async function* chunksOf({ body }: Response): AsyncGenerator<Uint8Array, undefined> {
  if (!body) return undefined
  const reader = body.getReader()
  try {
    for (let next = await reader.read(); !next.done; next = await reader.read()) yield next.value
  } finally {
    // Where nobody reads on, the connection is given back.
    await reader.cancel().catch(() => undefined)
  }
  return undefined
}

/** The same answer, and a word when it has been read to its end, broke off, or nobody reads it any more. */
export function watchEnd(response: Response, onEnd: () => void): Response {
  if (!response.body) {
    onEnd()
    return response
  }
  const reader = response.body.getReader()
  let isOver = false
  const end = () => {
    if (!isOver) onEnd()
    isOver = true
  }
  const body = new ReadableStream<Uint8Array>({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (!done) return controller.enqueue(value)
        end()
        return controller.close()
      } catch (error) {
        end()
        return controller.error(error)
      }
    },
    async cancel(reason) {
      end()
      await reader.cancel(reason)
    },
  })
  return new Response(body, response)
}

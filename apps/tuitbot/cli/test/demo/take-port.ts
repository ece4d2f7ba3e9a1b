import { once } from 'node:events'
import { createServer } from 'node:net'

/** Any that is free, for 0. */
export async function takePort(port: number) {
  const server = createServer()
  await once(server.listen(port, '127.0.0.1'), 'listening')
  const address = server.address()
  const close = async () => {
    server.close()
    await once(server, 'close')
  }
  return {
    port: address !== null && typeof address === 'object' ? address.port : port,
    [Symbol.asyncDispose]: close,
  }
}

import { createAdaptorServer } from '@hono/node-server'
import { LOOPBACK_HOSTS } from '@tuitbot/core'
import { type App } from './app.js'

/** A server on a port. */
export interface Running extends AsyncDisposable {
  readonly port: number
  /** Where the page is, without a slash at the end. */
  readonly url: string
  /** Ends every connection, also those that listen for events. */
  close(): Promise<void>
}

/** Serves on loopback, and nowhere else. Port 0 takes any that is free. */
export async function serve(
  app: App,
  {
    host = '127.0.0.1',
    port = 3001,
  }: { host?: string | undefined; port?: number | undefined } = {},
): Promise<Running> {
  const name = LOOPBACK_HOSTS.get(host)
  if (name === undefined) {
    throw new Error(
      `${host} is not this machine: the page is served on 127.0.0.1, ::1 or localhost only`,
    )
  }
  // X is reached through the globals, which stay as they are.
  const server = createAdaptorServer({ fetch: app.fetch, overrideGlobalObjects: false })
  await new Promise<void>((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, host, resolve)
  })
  const address = server.address()
  const taken = address !== null && typeof address === 'object' ? address.port : port
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve())
      if ('closeAllConnections' in server) server.closeAllConnections()
    })
  return { port: taken, url: `http://${name}:${taken}`, close, [Symbol.asyncDispose]: close }
}

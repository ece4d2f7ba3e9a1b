import { createServer, type Server, type ServerResponse } from 'node:http'
import { finishLogin, type LoginOptions, startLogin } from './login.js'
import { type OAuthClient, type TokenAnswer } from './oauth-client.js'

export interface CallbackOptions extends Omit<LoginOptions, 'redirectUri'> {
  /** X takes the person back to registered addresses only, so the port is fixed. 8765 unless given. */
  readonly port?: number
  /** Shows the person the address: in a browser, or in print. */
  readonly open: (url: string) => void
  /** How long the person may take. Two minutes unless given. */
  readonly timeoutMs?: number
}

/** Logs in with a page on this machine that X sends the browser back to. */
export async function loginWithCallback(
  oauth: OAuthClient,
  { port = 8765, open, timeoutMs = 120_000, ...options }: CallbackOptions,
): Promise<TokenAnswer> {
  const server = createServer()
  const taken = await listen(server, port)
  const redirectUri = `http://127.0.0.1:${taken}/callback`
  const pending = startLogin(oauth, { ...options, redirectUri })
  let timer: NodeJS.Timeout | undefined
  try {
    return await new Promise<TokenAnswer>((resolve) => {
      const giveUp = () => resolve({ kind: 'unanswered', message: 'nobody has answered in time' })
      timer = setTimeout(giveUp, timeoutMs)
      let answered = false
      server.on('request', (request, response) => {
        const address = `http://127.0.0.1:${taken}${request.url}`
        const isCallback = request.method === 'GET' && address.startsWith(`${redirectUri}?`)
        // A page elsewhere may send a browser here; without our state it is not an answer, and ends nothing.
        if (!isCallback || !address.includes(pending.state) || answered) {
          return say(response, 404, 'Nothing is waiting here.')
        }
        answered = true
        clearTimeout(timer)
        return void finishLogin(oauth, pending, { kind: 'address', address }).then((answer) => {
          const isGranted = answer.kind === 'granted'
          say(response, 200, isGranted ? 'Connected. You can close this page.' : 'Not connected.')
          resolve(answer)
        })
      })
      open(pending.url)
    })
  } finally {
    clearTimeout(timer)
    server.close()
    server.closeIdleConnections()
  }
}

function say(response: ServerResponse, status: number, text: string): void {
  response.writeHead(status, {
    'content-type': 'text/plain; charset=utf-8',
    'cache-control': 'no-store',
    'referrer-policy': 'no-referrer',
    connection: 'close',
  })
  response.end(text)
}

function listen(server: Server, port: number): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(port, '127.0.0.1', () => {
      const address = server.address()
      if (address === null || typeof address === 'string') reject(new Error('no port was given'))
      else resolve(address.port)
    })
  })
}

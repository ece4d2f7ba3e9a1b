import { createHmac, timingSafeEqual } from 'node:crypto'
import { type DescribedIntent } from '../describe.js'
import { type Notifier } from '../notify.js'
import { messageFor } from './message.js'

export interface WebhookOptions {
  /** Over TLS, unless it is this very machine. */
  readonly url: string
  /** Shared with the receiver, who can check by it that we have sent it, and when. */
  readonly secret: string
  readonly fetch?: typeof fetch | undefined
  readonly now?: (() => number) | undefined
}

export const SIGNATURE_HEADER = 'x-armorer-signature'

const TIMEOUT_MS = 10_000
const LOCAL = new Set(['localhost', '127.0.0.1', '[::1]'])

/** Posts every approval to an address, signed. */
export function webhookNotifier(options: WebhookOptions): Notifier {
  const { secret, fetch: send = fetch, now = Date.now } = options
  const url = new URL(options.url)
  if (url.protocol !== 'https:' && !(url.protocol === 'http:' && LOCAL.has(url.hostname))) {
    throw new TypeError(`${url.origin} is neither https nor this machine`)
  }
  if (secret.length < 16) throw new TypeError('a secret of less than 16 characters keeps nothing')
  return async (approval: DescribedIntent) => {
    const body = JSON.stringify(messageFor(approval))
    const response = await send(url, {
      method: 'POST',
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: {
        'content-type': 'application/json',
        [SIGNATURE_HEADER]: signatureOf(body, secret, now()),
      },
    })
    await response.body?.cancel()
    if (!response.ok) throw new Error(`${url.host} answered ${response.status}`)
  }
}

const FRESH_MS = 5 * 60 * 1000

/** Whether a body came from someone who has the secret, a short while ago. For receivers. */
export function isSigned(
  body: string,
  header: string,
  { secret, now = Date.now() }: { readonly secret: string; readonly now?: number },
): boolean {
  const [, at] = /^t=(\d{1,15}),v1=[0-9a-f]{64}$/.exec(header) ?? []
  if (at === undefined || Math.abs(now - Number(at)) > FRESH_MS) return false
  const expected = Buffer.from(signatureOf(body, secret, Number(at)))
  const given = Buffer.from(header)
  return expected.length === given.length && timingSafeEqual(expected, given)
}

function signatureOf(body: string, secret: string, at: number): string {
  const mac = createHmac('sha256', secret).update(`${at}.${body}`).digest('hex')
  return `t=${at},v1=${mac}`
}

import { readAnswer } from '../answer.js'
import { admit, guardEgress } from '../egress-guard.js'
import { isObject } from '../is-object.js'
import { mapXError, readProblem, redact } from '../map-x-error.js'

/** What X gives for a consent, or for a refresh token. */
export interface TokenGrant {
  readonly accessToken: string
  /** Absent where the person has not allowed us to stay connected. */
  readonly refreshToken?: string
  readonly expiresAt: number
  readonly scopes: readonly string[]
}

export type TokenAnswer =
  | { readonly kind: 'granted'; readonly grant: TokenGrant }
  /** X will never give anything for this code or token. */
  | { readonly kind: 'refused'; readonly message: string }
  /** No answer, or none that can be used. X may have used the token up all the same. */
  | { readonly kind: 'unanswered'; readonly message: string }

/** The app, as X has registered it. */
export interface OAuthApp {
  readonly clientId: string
  /** A public client has none. */
  readonly clientSecret?: string
}

export interface OAuthOptions {
  readonly app: OAuthApp
  /** Where people give their consent. `https://x.com` unless given. */
  readonly authorizeBaseUrl?: string
  /** Where tokens are given. `https://api.x.com` unless given. */
  readonly tokenBaseUrl?: string
  readonly fetch?: typeof fetch
  readonly now?: () => number
  readonly timeoutMs?: number
}

export interface OAuthClient {
  readonly clientId: string
  readonly authorizeUrl: string
  exchangeCode(code: string, verifier: string, redirectUri: string): Promise<TokenAnswer>
  refresh(refreshToken: string): Promise<TokenAnswer>
  /** Ends a token. `false`: X did not confirm it. */
  revoke(token: string): Promise<boolean>
}

const DEFAULT_LIFE_SECONDS = 7200

export function createOAuthClient(options: OAuthOptions): OAuthClient {
  const { app, timeoutMs = 10_000, now = () => Date.now() } = options
  const { tokenBaseUrl = 'https://api.x.com', fetch = globalThis.fetch } = options
  guardEgress(tokenBaseUrl)

  async function post(path: string, form: Readonly<Record<string, string>>) {
    const url = new URL(path, tokenBaseUrl)
    const init: RequestInit = {
      method: 'POST',
      headers: { ...authorization(app), 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({
        ...form,
        ...(app.clientSecret === undefined && { client_id: app.clientId }),
      }).toString(),
      redirect: 'manual',
      signal: AbortSignal.timeout(timeoutMs),
    }
    const passage = admit('POST', url)
    try {
      return await readAnswer(await fetch(url, init))
    } finally {
      passage.withdraw()
    }
  }

  async function ask(form: Readonly<Record<string, string>>): Promise<TokenAnswer> {
    try {
      const answer = await post('/2/oauth2/token', form)
      if (answer.status === 200) {
        const grant = toGrant(answer.body, now())
        if (grant) return { kind: 'granted', grant }
        return { kind: 'unanswered', message: 'X answered with something that is no token' }
      }
      const said = withoutSecrets(readProblem(answer).text, app, form)
      const message = `X answered ${answer.status}: ${redact(said)}`
      const isRefusal = answer.status === 400 || answer.status === 401
      return { kind: isRefusal ? 'refused' : 'unanswered', message }
    } catch (error) {
      return { kind: 'unanswered', message: mapXError({ kind: 'thrown', error }).message }
    }
  }

  return {
    clientId: app.clientId,
    authorizeUrl: new URL('/i/oauth2/authorize', options.authorizeBaseUrl ?? 'https://x.com').href,
    exchangeCode: (code, verifier, redirectUri) =>
      ask({
        grant_type: 'authorization_code',
        code,
        code_verifier: verifier,
        redirect_uri: redirectUri,
      }),
    refresh: (refreshToken) => ask({ grant_type: 'refresh_token', refresh_token: refreshToken }),
    async revoke(token) {
      try {
        return (await post('/2/oauth2/revoke', { token })).status === 200
      } catch {
        return false
      }
    },
  }
}

function authorization({ clientId, clientSecret }: OAuthApp): Record<string, string> {
  if (clientSecret === undefined) return {}
  const pair = `${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`
  return { authorization: `Basic ${Buffer.from(pair).toString('base64')}` }
}

/** X may repeat what it was sent. */
function withoutSecrets(
  text: string,
  { clientSecret }: OAuthApp,
  form: Readonly<Record<string, string>>,
): string {
  const sent = [clientSecret, form['refresh_token'], form['code'], form['code_verifier']]
  return sent.reduce<string>(
    (said, secret) => (secret ? said.replaceAll(secret, '[redacted]') : said),
    text,
  )
}

function toGrant(body: unknown, now: number): TokenGrant | undefined {
  if (!isObject(body)) return undefined
  const { access_token: access, refresh_token: refresh, expires_in: life, scope } = body
  if (typeof access !== 'string' || access === '' || typeof scope !== 'string') return undefined
  if (refresh !== undefined && (typeof refresh !== 'string' || refresh === '')) return undefined
  const seconds = typeof life === 'number' && life > 0 ? life : DEFAULT_LIFE_SECONDS
  return {
    accessToken: access,
    ...(refresh !== undefined && { refreshToken: refresh }),
    expiresAt: now + seconds * 1000,
    scopes: scope.split(' ').filter((one) => one !== ''),
  }
}

import {
  type OAuthClientInformationContext,
  type OAuthClientProvider,
  type OAuthDiscoveryState,
  type StoredOAuthClientInformation,
  type StoredOAuthTokens,
} from '@modelcontextprotocol/client'

const REDIRECT = 'http://localhost:3000/callback'

/** A client of OAuth whose person agrees to everything at once. */
export function createEagerPerson(known?: StoredOAuthClientInformation) {
  let client = known
  let tokens: StoredOAuthTokens | undefined
  let verifier = ''
  let discovery: OAuthDiscoveryState | undefined
  let came: URLSearchParams | undefined
  const isOf = (
    stored: { issuer?: string | undefined } | undefined,
    ctx?: OAuthClientInformationContext,
  ) => stored?.issuer === undefined || ctx?.issuer === undefined || stored.issuer === ctx.issuer

  const provider: OAuthClientProvider = {
    redirectUrl: REDIRECT,
    clientMetadataUrl: 'https://conformance-test.local/client-metadata.json',
    clientMetadata: {
      client_name: 'armorer-conformance',
      redirect_uris: [REDIRECT],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
    },
    clientInformation: (ctx) => (isOf(client, ctx) ? client : undefined),
    saveClientInformation: (saved) => void (client = saved),
    tokens: (ctx) => (isOf(tokens, ctx) ? tokens : undefined),
    saveTokens(saved) {
      tokens = saved
      // Who makes tokens may have changed by the next time.
      discovery = undefined
    },
    saveCodeVerifier: (saved) => void (verifier = saved),
    codeVerifier: () => verifier,
    saveDiscoveryState: (saved) => void (discovery = saved),
    discoveryState: () => discovery,
    invalidateCredentials(scope) {
      if (scope === 'all' || scope === 'tokens') tokens = undefined
      if (scope === 'all' || scope === 'client') client = undefined
      if (scope === 'all' || scope === 'discovery') discovery = undefined
    },
    async redirectToAuthorization(url) {
      const response = await fetch(url, { redirect: 'manual' })
      came = new URL(response.headers.get('location') ?? REDIRECT).searchParams
    },
  }
  const redirected = () =>
    came ? Promise.resolve(came) : Promise.reject(new Error('nobody was sent anywhere'))
  return { provider, redirected }
}

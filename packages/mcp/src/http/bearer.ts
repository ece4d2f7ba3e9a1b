import {
  bearerAuthChallengeResponse,
  getOAuthProtectedResourceMetadataUrl,
  OAuthError,
  OAuthErrorCode,
  verifyBearerToken,
  type AuthInfo,
} from '@modelcontextprotocol/server'

/** This server as OAuth 2.1 knows it: one that takes tokens, and leaves making them to others. */
export interface BearerOptions {
  /** The address by which clients know this server. Tokens must have been made for it. */
  readonly resource: URL
  /** Who makes them. */
  readonly authorizationServers: readonly string[]
  /** Reads a token: who it was given to, for what, for which resource, until when. `undefined` for one that is none. */
  readonly verify: (token: string) => Promise<AuthInfo | undefined>
  /** What every token must allow. */
  readonly requiredScopes?: readonly string[]
  /** What a token can allow here. */
  readonly scopes?: readonly string[]
}

export interface Bearer {
  /** Who asks, or the answer to someone who has not said it. */
  check(request: Request): Promise<AuthInfo | Response>
  /** The document that tells clients where to get a token; `undefined` for any other address. */
  metadata(request: Request): Response | undefined
}

/** What fails in `verify` is told to `onError`, and to the client only that something did. */
export function createBearer(options: BearerOptions, onError?: (error: Error) => void): Bearer {
  const { resource, requiredScopes = [], verify } = options
  const metadataUrl = getOAuthProtectedResourceMetadataUrl(resource)
  const metadataPath = new URL(metadataUrl).pathname
  const document = {
    resource: resource.href,
    authorization_servers: options.authorizationServers,
    bearer_methods_supported: ['header'],
    ...(options.scopes && { scopes_supported: options.scopes }),
  }
  const challenge = { requiredScopes: [...requiredScopes], resourceMetadataUrl: metadataUrl }
  const verifier = {
    async verifyAccessToken(token: string) {
      const info = await verify(token)
      if (info) return info
      throw new OAuthError(OAuthErrorCode.InvalidToken, 'this token is none of ours')
    },
  }
  return {
    async check(request) {
      try {
        if (new URL(request.url).searchParams.has('access_token')) {
          throw new OAuthError(OAuthErrorCode.InvalidRequest, 'send the token in a header')
        }
        const info = await verifyBearerToken(request.headers.get('authorization'), {
          ...challenge,
          verifier,
          expectedResource: resource,
        })
        // It was made for this server and goes no further.
        return { ...info, token: '' }
      } catch (error) {
        if (!(error instanceof OAuthError)) {
          onError?.(error instanceof Error ? error : new Error(String(error)))
        }
        return bearerAuthChallengeResponse(error, challenge)
      }
    },
    metadata(request) {
      if (new URL(request.url).pathname !== metadataPath) return undefined
      if (request.method !== 'GET') return new Response(null, { status: 405 })
      return Response.json(document, { headers: { 'access-control-allow-origin': '*' } })
    },
  }
}

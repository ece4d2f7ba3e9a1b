import { createHash } from 'node:crypto'
import { type Answer, type Json, jsonAnswer } from '../http/answer.js'
import { legacyProblem, problemAnswer } from '../http/problem.js'
import { type NoteEffect } from '../http/endpoint.js'
import { header, type Request } from '../http/request.js'
import { type Simulation } from '../simulation.js'
import { type App } from './apps.js'
import { type CodeRequest, type Redeemed } from './tokens.js'

/** Answers the calls that give and take tokens; `undefined` for any other path. */
export function answerOAuth(
  simulation: Simulation,
  request: Request,
  effect: NoteEffect,
): Answer | undefined {
  switch (request.path) {
    case '/2/oauth2/token':
      return onlyPost(request, () => answerToken(simulation, request, effect))
    case '/2/oauth2/revoke':
      return onlyPost(request, () => answerRevoke(simulation, request, effect))
    case '/oauth2/token':
      return onlyPost(request, () => answerAppToken(simulation, request))
    case '/oauth2/invalidate_token':
      return onlyPost(request, () => answerRevoke(simulation, request, effect))
    default:
      return undefined
  }
}

function answerToken(simulation: Simulation, request: Request, effect: NoteEffect): Answer {
  const { tokens } = simulation
  const form = readForm(request)
  const app = findClient(simulation, request, form)
  if (app === undefined) return unauthorizedClient()
  switch (form.get('grant_type')) {
    case 'authorization_code': {
      const matches = (code: CodeRequest) =>
        code.app === app &&
        code.redirectUri === form.get('redirect_uri') &&
        verifies(code, form.get('code_verifier') ?? '')
      const redeemed = tokens.redeemCode(form.get('code') ?? '', matches)
      note(simulation, redeemed, effect, 'token.create')
      return toAnswer(redeemed, 'authorization code')
    }
    case 'refresh_token': {
      const redeemed = tokens.refresh(form.get('refresh_token') ?? '', app)
      note(simulation, redeemed, effect, 'token.refresh')
      return toAnswer(redeemed, 'token')
    }
    default:
      return oauthError(
        400,
        'unsupported_grant_type',
        'Only authorization_code and refresh_token are supported.',
      )
  }
}

function answerRevoke(simulation: Simulation, request: Request, effect: NoteEffect): Answer {
  const form = readForm(request)
  const app = findClient(simulation, request, form)
  if (app === undefined) return unauthorizedClient()
  const token = form.get('token') ?? form.get('access_token') ?? ''
  if (token === '') return oauthError(400, 'invalid_request', 'Missing required parameter [token].')
  if (simulation.tokens.revoke(token, app)) effect('token.revoke', {})
  return jsonAnswer(200, { revoked: true })
}

function answerAppToken(simulation: Simulation, request: Request): Answer {
  const basic = readBasic(request)
  const app = basic && simulation.apps.get(basic.id)
  if (app === undefined || basic?.secret !== app.clientSecret) {
    return problemAnswer(legacyProblem(403, 99, 'Unable to verify your credentials'))
  }
  if (readForm(request).get('grant_type') !== 'client_credentials') {
    return problemAnswer(legacyProblem(400, 170, 'Missing required parameter: grant_type'))
  }
  return jsonAnswer(200, {
    token_type: 'bearer',
    access_token: simulation.tokens.mintForApp(app),
  })
}

/** A client with a secret proves it in the header; one without names itself in the body. */
function findClient(
  { apps }: Simulation,
  request: Request,
  form: URLSearchParams,
): App | undefined {
  const basic = readBasic(request)
  if (basic) {
    const app = apps.get(basic.id)
    return app?.clientSecret === basic.secret ? app : undefined
  }
  const app = apps.get(form.get('client_id') ?? '')
  return app?.kind === 'public' ? app : undefined
}

function verifies({ challenge, method }: CodeRequest, verifier: string): boolean {
  if (verifier === '') return false
  if (method === 'plain') return verifier === challenge
  return createHash('sha256').update(verifier).digest('base64url') === challenge
}

function note({ world }: Simulation, redeemed: Redeemed, effect: NoteEffect, kind: string) {
  if (redeemed.kind === 'issued') {
    effect(kind, { account: world.accounts.get(redeemed.accountId)?.username })
  } else if (redeemed.reused) effect('token.revoke-family', {})
}

function toAnswer(redeemed: Redeemed, what: 'authorization code' | 'token'): Answer {
  if (redeemed.kind === 'refused') {
    return oauthError(400, 'invalid_request', `Value passed for the ${what} was invalid.`)
  }
  const { accessToken, refreshToken, expiresInSeconds, scopes } = redeemed.tokens
  return jsonAnswer(200, {
    token_type: 'bearer',
    expires_in: expiresInSeconds,
    access_token: accessToken,
    scope: scopes.join(' '),
    ...(refreshToken !== undefined && { refresh_token: refreshToken }),
  })
}

function readForm(request: Request): URLSearchParams {
  return new URLSearchParams(request.body.toString('utf8'))
}

function readBasic(request: Request): { id: string; secret: string } | undefined {
  const encoded = /^Basic ([A-Za-z0-9+/=]{1,1000})$/i.exec(header(request, 'authorization'))?.[1]
  if (encoded === undefined) return undefined
  const [id = '', ...rest] = Buffer.from(encoded, 'base64').toString('utf8').split(':')
  return { id: decode(id), secret: decode(rest.join(':')) }
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

function onlyPost(request: Request, answer: () => Answer): Answer {
  return request.method === 'POST'
    ? answer()
    : oauthError(405, 'invalid_request', 'Only POST is allowed here.')
}

function unauthorizedClient(): Answer {
  return oauthError(401, 'unauthorized_client', 'Missing valid authorization header')
}

function oauthError(status: number, error: string, description: string): Answer {
  const body: Json = { error, error_description: description }
  return jsonAnswer(status, body)
}

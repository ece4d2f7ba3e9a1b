import { type Answer, htmlAnswer } from '../http/answer.js'
import { header, type Request } from '../http/request.js'
import { contentSecurityPolicy, type Html, html } from '../page/html.js'
import { pageOf } from '../page/layout.js'
import { protagonist, type Simulation } from '../simulation.js'
import { findAccount } from '../world/accounts.js'
import { allowsRedirect, type App } from './apps.js'
import { allScopes, scopes as meanings } from './scopes.js'

interface Wish {
  readonly app: App
  readonly redirectUri: string
  readonly scopes: readonly string[]
  readonly state: string
  readonly challenge: string
  readonly method: 'S256' | 'plain'
}

type ReadWish = { kind: 'wish'; wish: Wish } | { kind: 'broken'; why: string }

export const authorizePath = '/i/oauth2/authorize'

/** The page on which a person lets an app act for an account, and what follows from the answer. */
export function answerAuthorize(simulation: Simulation, request: Request): Answer {
  const form = new URLSearchParams(request.body.toString('utf8'))
  const read = readWish(simulation, request.method === 'POST' ? form : request.search)
  if (read.kind === 'broken') return page(400, 'Something went wrong', html`<p>${read.why}</p>`)
  if (request.method === 'GET') return askPerson(simulation, read.wish)
  if (request.method !== 'POST') return page(405, 'Not allowed', html`<p>Ask with GET.</p>`)
  const origin = header(request, 'origin')
  if (origin !== '' && origin !== `http://${header(request, 'host')}`) {
    return page(403, 'Not allowed', html`<p>The answer must come from this page.</p>`)
  }
  return decide(simulation, read.wish, form)
}

function decide({ tokens, world }: Simulation, wish: Wish, form: URLSearchParams): Answer {
  const target = new URL(wish.redirectUri)
  if (wish.state !== '') target.searchParams.set('state', wish.state)
  const account = findAccount(world, form.get('account') ?? protagonist)
  if (form.get('decision') !== 'approve') target.searchParams.set('error', 'access_denied')
  else if (account === undefined) {
    return page(400, 'Something went wrong', html`<p>There is no such account.</p>`)
  } else {
    const { app, scopes, redirectUri, challenge, method } = wish
    const grant = { app, scopes, redirectUri, challenge, method, accountId: account.id }
    target.searchParams.set('code', tokens.mintCode(grant))
  }
  return { status: 302, headers: { location: target.href }, body: '' }
}

function readWish({ apps }: Simulation, given: URLSearchParams): ReadWish {
  const broken = (why: string): ReadWish => ({ kind: 'broken', why })
  const get = (name: string) => given.get(name) ?? ''
  const app = apps.get(get('client_id'))
  if (app === undefined) return broken('The client_id is not known.')
  if (!allowsRedirect(app, get('redirect_uri'))) {
    return broken('The redirect_uri is not one of those registered for this app.')
  }
  if (get('response_type') !== 'code') return broken('The response_type must be code.')
  const scopes = get('scope').split(' ').filter(Boolean)
  const unknown = scopes.find((scope) => !allScopes.includes(scope))
  if (scopes.length === 0 || unknown !== undefined) return broken('The scope is not valid.')
  if (get('state').length > 500) return broken('The state is longer than 500 characters.')
  const challenge = get('code_challenge')
  if (challenge === '' || challenge.length > 500) return broken('A code_challenge is needed.')
  const method = get('code_challenge_method') || 'plain'
  if (method !== 'S256' && method !== 'plain')
    return broken('The code_challenge_method is unknown.')
  const redirectUri = get('redirect_uri')
  return {
    kind: 'wish',
    wish: { app, redirectUri, scopes, state: get('state'), challenge, method },
  }
}

function askPerson({ world }: Simulation, wish: Wish): Answer {
  const hidden = {
    client_id: wish.app.clientId,
    redirect_uri: wish.redirectUri,
    response_type: 'code',
    scope: wish.scopes.join(' '),
    state: wish.state,
    code_challenge: wish.challenge,
    code_challenge_method: wish.method,
  }
  const accounts = [...world.accounts.values()].slice(0, 50)
  return page(
    200,
    `${wish.app.name} wants to access your X account`,
    html`<p>It would be able to:</p>
      <ul>
        ${wish.scopes.map((scope) => html`<li>${meanings[scope]} <code>${scope}</code></li>`)}
      </ul>
      <form method="post" action="${authorizePath}">
        ${Object.entries(hidden).map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}
        <label
          >Sign in as
          <select name="account">
            ${accounts.map((account) => html`<option value="${account.username}">@${account.username} · ${account.name}</option>`)}
          </select>
        </label>
        <div class="choice">
          <button name="decision" value="approve" class="primary">Authorize app</button>
          <button name="decision" value="deny">Cancel</button>
        </div>
      </form>`,
    wish.redirectUri,
  )
}

function page(status: number, title: string, content: Html, leadsTo?: string): Answer {
  const { body, style } = pageOf(
    title,
    html`<main class="card">
      <h1>${title}</h1>
      ${content}
      <p class="quiet">This is the X simulator. Nothing here reaches x.com.</p>
    </main>`,
  )
  // A browser asks the policy also where the answer to a form leads, and it leads back to the app.
  const target = leadsTo === undefined ? "'none'" : `'self' ${new URL(leadsTo).origin}`
  return htmlAnswer(status, body, {
    'content-security-policy': contentSecurityPolicy(style, '', target),
    'x-frame-options': 'DENY',
    'referrer-policy': 'no-referrer',
  })
}

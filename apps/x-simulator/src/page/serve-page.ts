import { type ServerResponse } from 'node:http'
import { htmlAnswer } from '../http/answer.js'
import { send } from '../http/deliver.js'
import { type Request } from '../http/request.js'
import { protagonist, type Simulation } from '../simulation.js'
import { findAccount } from '../world/accounts.js'
import { type Account } from '../world/world.js'
import { streamEvents } from './events.js'
import { figures } from './figures.js'
import { contentSecurityPolicy, type Html, html } from './html.js'
import { pageOf } from './layout.js'
import { listNotices, renderNotice } from './render-notice.js'
import { face, renderPost } from './render-post.js'
import { script } from './script.js'

/** Answers the calls of the page that shows the world; says whether the request was one. */
export function servePage(
  simulation: Simulation,
  request: Request,
  response: ServerResponse,
): boolean {
  if (request.method !== 'GET') return false
  if (request.path === '/') {
    const account = accountOf(simulation, request)
    const { body, style } = pageOf('X simulator', content(simulation, account), {
      script,
      clock: 'advance' in simulation.clock ? 'virtual' : 'real',
      now: simulation.clock.now(),
    })
    const headers = {
      'content-security-policy': contentSecurityPolicy(style, script),
      'x-content-type-options': 'nosniff',
      'referrer-policy': 'no-referrer',
      'cache-control': 'no-store',
    }
    send(response, htmlAnswer(200, body, headers))
    return true
  }
  if (request.path === '/events') {
    streamEvents(simulation, accountOf(simulation, request), response)
    return true
  }
  if (request.path === '/favicon.ico') {
    send(response, { status: 204, headers: {}, body: '' })
    return true
  }
  return false
}

function accountOf({ world }: Simulation, request: Request): Account | undefined {
  const asked = request.search.get('as')
  return (asked === null ? undefined : findAccount(world, asked)) ?? findAccount(world, protagonist)
}

function content(simulation: Simulation, account: Account | undefined): Html {
  const { world } = simulation
  const shown = world.timeline
    .filter((post) => post.deletedAt === undefined)
    .slice(-80)
    .toReversed()
  const notices = account ? listNotices(world, account, 40) : []
  const people = [...world.accounts.values()].slice(0, 24)
  const now = figures(simulation)
  return html`<a class="skip" href="#posts">To the posts</a>
    <div class="frame">
      <aside class="side left">
        <div class="brand">
          <div class="mark" aria-hidden="true">𝕏</div>
          <div>
            <h1>X simulator</h1>
            <small>Nothing here reaches x.com</small>
          </div>
        </div>
        ${account && profile(account)}
        <section class="panel" aria-label="Traffic">
          <h2>Traffic</h2>
          <dl class="figures">
            <div>
              <dt>Requests</dt>
              <dd data-figure="requests">${now.requests}</dd>
            </div>
            <div>
              <dt>Effects</dt>
              <dd data-figure="effects">${now.effects}</dd>
            </div>
            <div>
              <dt>Spent</dt>
              <dd data-figure="spent">${now.spent}</dd>
            </div>
            <div>
              <dt>Access</dt>
              <dd>${simulation.demoApp.access}</dd>
            </div>
          </dl>
        </section>
        <nav aria-label="Look as">
          <small class="quiet">Look as</small>
          <ul class="people">
            ${people.map((person) => html`<li><a href="/?as=${person.username}" ${person === account && html`aria-current="true"`}>@${person.username}</a></li>`)}
          </ul>
        </nav>
      </aside>
      <main class="middle" id="posts">
        <div class="bar">
          <h2>Everything, newest first</h2>
          <span class="live" role="status"><i></i><span>Connecting</span></span>
        </div>
        ${shown.length === 0 && html`<p class="empty" data-empty="posts">Nobody has posted yet.</p>`}
        <ol class="posts">
          ${shown.map((post) => renderPost(world, post))}
        </ol>
      </main>
      <aside class="side right">
        <section class="panel" aria-label="Notifications">
          <h2>
            Notifications ${account && html`<small class="quiet">for @${account.username}</small>`}
          </h2>
          ${notices.length === 0 && html`<p class="empty" data-empty="notices">Nothing yet.</p>`}
          <ol class="notices">
            ${notices.map((notice) => renderNotice(world, notice))}
          </ol>
        </section>
      </aside>
    </div>`
}

function profile(account: Account): Html {
  return html`<section class="panel" aria-label="Account">
    <div class="who">
      ${face(account)}
      <div><b>${account.name}</b><small>@${account.username}</small></div>
    </div>
    <p class="bio">${account.description}</p>
    <dl class="figures">
      <div>
        <dt>Posts</dt>
        <dd>${account.posts.length}</dd>
      </div>
      <div>
        <dt>Followers</dt>
        <dd>${account.followers.size}</dd>
      </div>
      <div>
        <dt>Following</dt>
        <dd>${account.following.size}</dd>
      </div>
      <div>
        <dt>Likes</dt>
        <dd>${account.likes.size}</dd>
      </div>
    </dl>
  </section>`
}

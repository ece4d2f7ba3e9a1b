import { type JsonValue } from '@armorer/core'
import { type DescribedIntent } from '../describe.js'
import { type Gateway } from '../gateway.js'
import { type Principal } from '../request.js'
import { type Decided, type Decider } from '../approval-store.js'
import { renderPage } from './approvals-page.js'
import { refuse, toJson, toPage } from './answers.js'
import { isForeign, readDecision, type Wanted } from './read-decision.js'

/** As much of a gateway as deciding takes. */
export type ApprovalsGateway = Pick<
  Gateway,
  'list' | 'describe' | 'approve' | 'reject' | 'edit' | 'execute'
>

export interface ApprovalsOptions {
  readonly gateway: ApprovalsGateway
  /** Who asks, as the channel knows: by a session, or by a proxy that has checked. `undefined`: nobody. */
  readonly who: (request: Request) => Principal | undefined | Promise<Principal | undefined>
  /** Where it is mounted. */
  readonly path?: string | undefined
  readonly title?: string | undefined
}

export type ApprovalsHandler = (request: Request) => Promise<Response>

const MOST_SHOWN = 100
const VERBS: ReadonlySet<string> = new Set(['approve', 'reject', 'edit'])

/** Shows what waits, and takes decisions of persons. Whoever may approve is for `who` to say; an agent never may. */
export function createApprovalsHandler(options: ApprovalsOptions): ApprovalsHandler {
  const { gateway, who, path = '/approvals', title = 'Waiting for you' } = options
  const root = path.replace(/\/+$/, '')

  return async (request) => {
    const url = new URL(request.url)
    if (url.pathname !== root && !url.pathname.startsWith(`${root}/`)) {
      return refuse(404, 'not_found', 'there is nothing here')
    }
    const principal = await who(request)
    if (!principal) return refuse(401, 'not_logged_in', 'log in first')
    if (principal.kind !== 'person') {
      return refuse(403, 'not_a_person', 'only a person decides')
    }
    const [id, verb, ...rest] = url.pathname.slice(root.length).split('/').filter(Boolean)
    if (rest.length > 0) return refuse(404, 'not_found', 'there is nothing here')
    if (id === undefined) return showAll(request, url)
    if (verb === undefined) return showOne(request, id)
    return VERBS.has(verb) ? decide(request, { id, verb, principal }) : notFound(id)
  }

  async function showAll(request: Request, url: URL): Promise<Response> {
    if (request.method !== 'GET') return refuse(405, 'method', 'this is only read')
    const waiting = await listWaiting(gateway)
    if (!wantsPage(request)) return toJson(200, { waiting: waiting.map(toShown) })
    const said = url.searchParams.get('said') ?? undefined
    return toPage(renderPage({ title, root, waiting, said }))
  }

  async function showOne(request: Request, id: string): Promise<Response> {
    if (request.method !== 'GET') return refuse(405, 'method', 'this is only read')
    const described = await gateway.describe(id)
    return described ? toJson(200, toShown(described)) : notFound(id)
  }

  async function decide(request: Request, asked: Asked): Promise<Response> {
    if (request.method !== 'POST') return refuse(405, 'method', 'a decision is posted')
    if (isForeign(request)) return refuse(403, 'foreign_origin', 'another page may not decide')
    const read = await readDecision(request)
    if (read.kind === 'unreadable') return refuse(400, 'invalid_input', read.reason)
    const { wanted } = read
    if (asked.verb === 'edit' && wanted.args === undefined) {
      return refuse(400, 'invalid_input', 'an edit needs args: the new arguments as JSON')
    }
    if (!(await gateway.describe(asked.id))) return notFound(asked.id)
    const decided = await carryOut(gateway, asked, wanted)
    const outcome =
      decided.kind === 'decided' && asked.verb === 'approve'
        ? await gateway.execute(asked.id)
        : undefined
    if (wanted.form) return backTo(root, outcome?.kind ?? decided.kind)
    return toJson(STATUS[decided.kind], { decided, outcome })
  }
}

interface Asked {
  readonly id: string
  readonly verb: string
  readonly principal: Principal
}

const STATUS = { decided: 200, denied: 403, moved_on: 409, conflict: 409 } as const

/** Of exactly what was seen: without `content` nothing is decided. */
function carryOut(
  gateway: ApprovalsGateway,
  { id, verb, principal }: Asked,
  { content, note, args }: Wanted,
): Promise<Decided> {
  const by: Decider = { principal, content, ...(note !== undefined && { note }) }
  if (verb === 'approve') return gateway.approve(id, by)
  if (verb === 'reject') return gateway.reject(id, by)
  return gateway.edit(id, by, args ?? null)
}

async function listWaiting(gateway: ApprovalsGateway): Promise<DescribedIntent[]> {
  const intents = await gateway.list({ states: ['awaiting_approval'], limit: MOST_SHOWN })
  const described = await Promise.all(intents.map(({ id }) => gateway.describe(id)))
  return described.filter((one) => one !== undefined)
}

/** An intent as JSON says it. */
function toShown({ intent, preview, uses, risk }: DescribedIntent): JsonValue {
  return JSON.parse(JSON.stringify({ ...intent, preview, uses, risk }))
}

function wantsPage(request: Request): boolean {
  return (request.headers.get('accept') ?? '').includes('text/html')
}

function notFound(id: string): Response {
  return refuse(404, 'not_found', `nothing is known of ${id.slice(0, 80)}`)
}

function backTo(root: string, said: string): Response {
  return new Response(null, {
    status: 303,
    headers: { location: `${root}?said=${encodeURIComponent(said)}`, 'cache-control': 'no-store' },
  })
}

import {
  decideByToken,
  openApproval,
  sealApproval,
  type ApprovalClaims,
  type ApprovalKeys,
  type Intent,
  type Principal,
  type TokenDecision,
} from '@armorer/gateway'
import { LOOPBACK_HOSTS } from '../config/loopback-hosts.js'
import { findPageUrl } from '../storage/pages.js'
import { type ApprovalView } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { finishDecision, type DecisionResult } from './decide.js'
import { NotFound } from './errors.js'
import { getApproval } from './list-approvals.js'
import { listDeciders } from './people.js'
import { isWaiting } from './words.js'

/** A link by which one approval can be decided, as it stands, once. */
export interface ApprovalLink {
  readonly url: string
  readonly expiresAt: number
}

/** What lies behind a link. */
export type OpenedLink = LinkedApproval | RefusedLink

export interface LinkedApproval {
  /** `edited`: it waits, with other words than when the link was made. */
  readonly kind: 'open' | 'edited' | 'over'
  readonly approval: ApprovalView
  /** In whose name the link decides. */
  readonly to: string
}

export interface RefusedLink {
  readonly kind: 'refused'
  readonly reason: string
}

/** Decisions by a link: for one approval as it stands, for a while, once. */
export interface ApprovalLinks {
  /** For `you`, or one of the others by name. Throws where there is nothing to decide any more. */
  make(id: number, to?: string): Promise<ApprovalLink>
  toLink(intent: Intent, to: string): Promise<ApprovalLink>
  /** Decides nothing, however often it is asked: programs that look at links do no harm. */
  open(token: string): Promise<OpenedLink>
  decide(token: string, decision: TokenDecision): Promise<DecisionResult | RefusedLink>
}

/** Whoever holds a link that names nobody, since it is none of ours. */
const STRANGER: Principal = { kind: 'person', id: 'link' }

const HOUR_MS = 60 * 60 * 1000

export function createApprovalLinks(
  ctx: WorkflowCtx,
  account: string,
  keys: ApprovalKeys,
): ApprovalLinks {
  const { gateway, db, config, clock } = ctx

  const toLink = async (intent: Intent, to: string) => {
    const page = (await db.read((db) => findPageUrl(db, account))) ?? usualPage(config)
    const last = clock.now() + config.approvals.linkHours * HOUR_MS
    const expiresAt = Math.min(last, intent.expiresAt ?? last)
    const holder = { kind: 'person', id: to } as const
    const may = ['approve', 'reject'] as const
    const token = sealApproval(intent, { to: holder, may, expiresAt }, keys)
    return { url: `${page}/decide/${token}`, expiresAt }
  }

  return {
    toLink,
    async make(id, to = config.people.you) {
      const deciders = listDeciders(config)
      if (!deciders.includes(to)) {
        throw new NotFound(`${to} is nobody who decides here: ${deciders.join(', ')}`)
      }
      const [intent] = await gateway.list({ account, queueId: id, limit: 1 })
      if (!intent) throw new NotFound(`there is no approval ${id}`)
      if (intent.state !== 'awaiting_approval') {
        const { status } = await getApproval(ctx, id)
        throw new NotFound(`#${id} waits no longer: ${status}`)
      }
      return toLink(intent, to)
    },
    async open(token) {
      const opened = openApproval(token, keys, clock.now())
      if (opened.kind === 'refused') return { kind: 'refused', reason: opened.reason }
      const { claims } = opened
      const approval = await getApproval(ctx, claims.queueId)
      return { kind: stateOf(approval, claims), approval, to: claims.to }
    },
    async decide(token, decision) {
      const opened = openApproval(token, keys, clock.now())
      const by: Principal =
        opened.kind === 'opened' ? { kind: 'person', id: opened.claims.to } : STRANGER
      const note = 'by a link'
      const decided = await decideByToken(gateway, { token, decision, by, note, keys, clock })
      if (decided.kind === 'refused') return { kind: 'refused', reason: decided.reason }
      return finishDecision(ctx, decided)
    },
  }
}

/** Where a page would be that nobody has served yet. */
function usualPage({ server: { host, port } }: WorkflowCtx['config']): string {
  return `http://${LOOPBACK_HOSTS.get(host) ?? host}:${port}`
}

function stateOf({ status, content }: ApprovalView, claims: ApprovalClaims) {
  if (!isWaiting(status)) return 'over'
  return content === claims.content ? 'open' : 'edited'
}

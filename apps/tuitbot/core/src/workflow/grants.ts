import { type Conditions, type Denial, type Grant, type Intent } from '@armorer/gateway'
import { findTags } from '../toolkit/text/find-tags.js'
import { priceOf } from '../toolkit/write.js'
import { argsOf } from './approval-view.js'
import { type WorkflowCtx } from './ctx.js'
import { type Decision } from './decide.js'
import { NotFound } from './errors.js'
import { createPost } from './operations.js'
import { listGrantable } from './policy.js'

/** What a person has allowed ahead: so many posts of one shape, until then. */
export interface GrantView {
  readonly id: string
  /** Of which posts, in words. */
  readonly what: string
  readonly left: number
  readonly until: number
  readonly by: string
}

export type GrantResult = { readonly kind: 'granted'; readonly grant: GrantView } | Denial

/** How many more posts like one that waits, and until when. */
export interface Allowance extends Omit<Decision, 'note'> {
  readonly times: number
  readonly until: number
}

/**
 * Lets so many posts like one that waits go out without asking: by the same kind of asker, in the same place, with no more
 * mentions and media, and for no more money. It lifts no rule of X, no limit and no pause.
 */
export async function allowMore(
  { gateway, config }: WorkflowCtx,
  { id, by, content, times, until }: Allowance,
): Promise<GrantResult> {
  const [intent] = await gateway.list({ queueId: id, limit: 1 })
  if (!intent) throw new NotFound(`there is no approval ${id}`)
  if (intent.operation !== createPost.name) return refused('only posts can be allowed ahead')
  if (!listGrantable(config).has(intent.rule)) {
    return refused(`this cannot be allowed ahead: ${intent.reason}`)
  }
  if (content !== undefined && content !== intent.content) {
    return refused('the text has been edited meanwhile: look at it again')
  }
  const { account, operation } = intent
  const request = { account, operation, when: shapeOf(intent), times, until }
  const granted = await gateway.grant({ principal: by }, request)
  return granted.kind === 'granted' ? { kind: 'granted', grant: toView(granted.grant) } : granted
}

/** What is still allowed ahead. */
export async function listGrants(
  { gateway, clock }: WorkflowCtx,
  account: string,
): Promise<readonly GrantView[]> {
  const grants = await gateway.listGrants(account)
  return grants.filter(({ left, until }) => left > 0 && until > clock.now()).map(toView)
}

export async function revokeGrant(
  { gateway }: WorkflowCtx,
  { id, account, by }: Pick<Decision, 'by'> & { readonly id: string; readonly account: string },
): Promise<GrantResult> {
  const granted = await gateway.revokeGrant({ id, account, by: { principal: by } })
  return granted.kind === 'granted' ? { kind: 'granted', grant: toView(granted.grant) } : granted
}

function refused(reason: string): Denial {
  return { kind: 'denied', code: 'invalid_input', reason }
}

/** What must hold of a post for it to be like another. Links are bounded by what they cost. */
function shapeOf(intent: Intent): Conditions {
  const { text, mediaIds } = argsOf(intent)
  const has = (name: string) => Reflect.get(Object(intent.args), name) !== undefined
  return {
    principals: [intent.principal.kind],
    cost: { dimension: 'micro_usd', max: priceOf({ text }) },
    args: [
      ...PLACES.map((path) => ({ path, exists: has(path) })),
      ...(mediaIds.length > 0 ? [{ path: 'mediaIds', count: { max: mediaIds.length } }] : []),
      { path: 'text', mentions: { max: findTags(text.normalize('NFC')).mentions.length } },
    ],
  }
}

const PLACES = ['replyTo', 'quoteOf', 'mediaIds'] as const

function toView({ id, when, left, until, by }: Grant): GrantView {
  return { id, what: describe(when), left, until, by }
}

function describe({ principals = [], cost, args = [] }: Conditions): string {
  const has = (path: string) => args.some((one) => one.path === path && one.exists === true)
  const mentions = args.find((one) => one.mentions)?.mentions?.max ?? 0
  const media = args.find(({ path, count }) => path === 'mediaIds' && count)?.count?.max ?? 0
  const what = has('replyTo') ? 'replies' : has('quoteOf') ? 'quotes' : 'posts'
  const asker = principals.map((kind) => (kind === 'agent' ? 'an agent' : `a ${kind}`)).join(' or ')
  const bounds = [
    mentions === 0 ? 'without mentions' : `with up to ${mentions} mentions`,
    media === 0 ? 'without media' : `with up to ${media} media`,
    `for at most $${((cost?.max ?? 0) / 1_000_000).toFixed(3)} each`,
  ]
  return `${what} that ${asker} asks for, ${bounds.join(', ')}`
}

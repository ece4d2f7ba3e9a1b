import { type ApprovalView, sayDecision, type Tuitbot } from '@tuitbot/core'
import { type Context, Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '../problem.js'
import { validate } from '../validate.js'
import { renderDecided, renderLink, renderRefused } from '../views/link-page.js'
import { SMALL_PAGE_STYLE } from '../views/small-page.js'

const tokenParam = z.object({ token: z.string().max(4_000) })
const decisionForm = z.strictObject({ decision: z.enum(['approve', 'reject']) })

/**
 * Links to decide one approval. The link is the key, so no session is asked for; opening one decides nothing, since mail
 * programs and chats open links by themselves.
 */
export function linkRoutes({ links, account, ctx }: Tuitbot, timelineUrl: string | undefined) {
  const findPostUrl = async ({ intent, status }: ApprovalView) => {
    const id = status === 'posted' ? (await ctx.gateway.show(intent))?.externalId : undefined
    return id && (timelineUrl ?? `https://x.com/i/web/status/${encodeURIComponent(id)}`)
  }
  return new Hono()
    .get('/style.css', (c) => c.text(SMALL_PAGE_STYLE, 200, { 'content-type': 'text/css' }))
    .get('/:token', validate('param', tokenParam), async (c) => {
      const { token } = c.req.valid('param')
      const link = await links.open(token)
      const isOwn = link.kind === 'refused' || link.approval.account === account
      if (!isOwn) throw new Problem('not_found', 'there is nothing here')
      c.header('cache-control', 'no-store')
      const action = c.req.path
      if (link.kind === 'refused') return c.html(renderLink(link, { action }), 404)
      const postUrl = await findPostUrl(link.approval)
      return c.html(renderLink(link, { action, postUrl }))
    })
    .post('/:token', validate('param', tokenParam), validate('form', decisionForm), async (c) => {
      if (isForeign(c)) throw new Problem('foreign_origin', 'another page may not decide')
      const { decision } = c.req.valid('form')
      const result = await links.decide(c.req.valid('param').token, decision)
      c.header('cache-control', 'no-store')
      if (result.kind === 'refused') return c.html(renderRefused(result), 409)
      const said = sayDecision(result)
      if ('approval' in result) {
        const postUrl = await findPostUrl(result.approval)
        return c.html(renderDecided(result.approval, { ...said, postUrl }))
      }
      return c.html(renderRefused({ kind: 'refused', reason: said.reason ?? said.word }), 409)
    })
}

/** Only the token counts; a page of somebody else that got hold of one still gets nowhere in a browser. */
function isForeign(c: Context): boolean {
  const site = c.req.header('sec-fetch-site')
  if (site !== undefined) return site !== 'same-origin'
  const origin = c.req.header('origin')
  return origin !== undefined && origin !== `http://${c.req.header('host')}`
}

import {
  allowMore,
  type GrantResult,
  type GrantView,
  listGrants,
  NotFound,
  revokeGrant,
  type Tuitbot,
} from '@tuitbot/core'
import { Hono } from 'hono'
import { z } from 'zod'
import { validate } from '../validate.js'
import { toProblem } from '../views/to-answer.js'

export type GrantCard = GrantView

const grantParam = z.object({ grant: z.uuid() })
const grantBody = z.strictObject({
  approval: z.int().positive(),
  /** The `content` of what the person had before their eyes. */
  seen: z.string().max(100),
  times: z.int(),
  until: z.int(),
})

/** What a person allows ahead: so many posts like one that waits. */
export function grantRoutes({ ctx, account, owner: by }: Tuitbot) {
  return new Hono()
    .get('/', async (c) => c.json(await listGrants(ctx, account)))
    .post('/', validate('json', grantBody), async (c) => {
      const { approval: id, seen: content, times, until } = c.req.valid('json')
      const [intent] = await ctx.gateway.list({ account, queueId: id, limit: 1 })
      if (!intent) throw new NotFound(`there is no approval ${id}`)
      return c.json(grantOf(await allowMore(ctx, { id, by, content, times, until })))
    })
    .post('/:grant/revoke', validate('param', grantParam), async (c) => {
      const { grant: id } = c.req.valid('param')
      return c.json(grantOf(await revokeGrant(ctx, { id, account, by })))
    })
}

function grantOf(result: GrantResult): GrantCard {
  if (result.kind === 'denied') throw toProblem(result)
  return result.grant
}

import { type ActivityItem, listActivity, NotFound, type Tuitbot, undo } from '@tuitbot/core'
import { Hono } from 'hono'
import { z } from 'zod'
import { validate } from '../validate.js'
import { toOutcomeAnswer } from '../views/to-answer.js'
import { type Part, toParts } from '../views/to-parts.js'

export interface ActivityEntry extends ActivityItem {
  readonly parts: readonly Part[]
}

const intentParam = z.object({ intent: z.uuid() })

export function activityRoutes({ ctx, account, owner: by }: Tuitbot) {
  return new Hono()
    .get('/', async (c) => {
      const items = await listActivity(ctx, account)
      const entries: ActivityEntry[] = items.map((item) => ({ ...item, parts: toParts(item.text) }))
      return c.json(entries)
    })
    .post('/:intent/undo', validate('param', intentParam), async (c) => {
      const { intent } = c.req.valid('param')
      const kept = await ctx.gateway.show(intent)
      if (kept?.account !== account) throw new NotFound(`there is no intent ${intent}`)
      const answer = await toOutcomeAnswer(ctx, await undo(ctx, { intent, by }), 'post.delete')
      if (answer.word !== 'deleted') return c.json(answer)
      return c.json({ ...answer, word: 'undone' as const, reason: 'the post is gone from X' })
    })
}

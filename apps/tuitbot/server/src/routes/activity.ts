import { type ActivityItem, listActivity, NotFound, type Tuitbot, undo } from '@tuitbot/core'
import { Hono } from 'hono'
import { z } from 'zod'
import { validate } from '../validate.js'
import { toOutcomeAnswer } from '../views/to-answer.js'
import { type Part, toParts } from '../views/to-parts.js'

export interface ActivityEntry extends ActivityItem {
  readonly parts: readonly Part[]
}

/** As many as the terminal lists. */
const MOST = 1_000
const listQuery = z.strictObject({
  limit: z
    .string()
    .regex(/^[0-9]{1,6}$/, 'must be a whole number')
    .transform(Number)
    .pipe(z.int().min(1).max(MOST))
    .optional(),
})
const intentParam = z.object({ intent: z.uuid() })

export function activityRoutes({ ctx, account, owner: by }: Tuitbot) {
  return new Hono()
    .get('/', validate('query', listQuery), async (c) => {
      const items = await listActivity(ctx, account, c.req.valid('query').limit)
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

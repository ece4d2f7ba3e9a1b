import {
  addNote,
  approve,
  decideAll,
  edit,
  getApproval,
  listApprovals,
  reject,
  resolve,
  snooze,
  type Tuitbot,
} from '@tuitbot/core'
import { Hono } from 'hono'
import { z } from 'zod'
import { Problem } from '../problem.js'
import { validate } from '../validate.js'
import { toCard } from '../views/approval-card.js'
import { toBulkAnswer, toDecisionAnswer, toResolveAnswer } from '../views/to-answer.js'

const LONGEST_TEXT = 10_000

const idParam = z.object({
  id: z
    .string()
    .regex(/^[1-9][0-9]{0,14}$/, 'must be the number of an approval')
    .transform(Number),
})
const text = z.string().max(LONGEST_TEXT)
/** The `content` of what the person had before their eyes: what was edited since is not what they decide about. */
const seen = z.string().max(100)
const seenBody = z.strictObject({ seen })
const editBody = z.strictObject({ seen, text })
const note = z.string().max(2_000)
const noteBody = z.strictObject({ note })
const rejectBody = z.strictObject({ note: note.optional() })
const snoozeBody = z.strictObject({ until: z.int().positive() })
/** For whom: you, if nobody is named. */
const linkBody = z.strictObject({ to: z.string().max(40).optional() })
const decideBody = z.strictObject({
  decision: z.enum(['approve', 'reject']),
  wanted: z
    .array(z.strictObject({ id: z.int().positive(), seen }))
    .min(1)
    .max(10),
})
const resolveBody = z.strictObject({
  intent: z.uuid(),
  found: z.enum(['done', 'not_done', 'look_again']),
})

export function approvalRoutes({ ctx, account, owner: by, links }: Tuitbot) {
  const getOwn = async (id: number) => {
    const view = await getApproval(ctx, id)
    if (view.account !== account) throw new Problem('not_found', `there is no approval ${id}`)
    return view
  }

  return new Hono()
    .get('/', async (c) => c.json((await listApprovals(ctx, account)).map(toCard)))
    .post('/decide', validate('json', decideBody), async (c) => {
      const { decision, wanted } = c.req.valid('json')
      for (const { id } of wanted) await getOwn(id)
      const items = wanted.map((one) => ({ id: one.id, content: one.seen }))
      return c.json(toBulkAnswer(await decideAll(ctx, decision, { by, wanted: items })))
    })
    .post('/resolve', validate('json', resolveBody), async (c) => {
      const { intent, found } = c.req.valid('json')
      const kept = await ctx.gateway.show(intent)
      if (kept?.account !== account) throw new Problem('not_found', `there is no intent ${intent}`)
      const decided = await resolve(ctx, { intent, by, finding: { kind: found } })
      return c.json(toResolveAnswer(decided))
    })
    .get('/:id', validate('param', idParam), async (c) => {
      return c.json(toCard(await getOwn(c.req.valid('param').id)))
    })
    .post('/:id/approve', validate('param', idParam), validate('json', seenBody), async (c) => {
      const { id } = c.req.valid('param')
      await getOwn(id)
      const content = c.req.valid('json').seen
      return c.json(toDecisionAnswer(await approve(ctx, { id, by, content })))
    })
    .post('/:id/reject', validate('param', idParam), validate('json', rejectBody), async (c) => {
      const { id } = c.req.valid('param')
      await getOwn(id)
      const { note } = c.req.valid('json')
      return c.json(toDecisionAnswer(await reject(ctx, { id, by, note })))
    })
    .post('/:id/edit', validate('param', idParam), validate('json', editBody), async (c) => {
      const { id } = c.req.valid('param')
      const { seen, text } = c.req.valid('json')
      await getOwn(id)
      return c.json(toDecisionAnswer(await edit(ctx, { id, by, text, content: seen })))
    })
    .post('/:id/note', validate('param', idParam), validate('json', noteBody), async (c) => {
      const { id } = c.req.valid('param')
      await getOwn(id)
      const { note } = c.req.valid('json')
      return c.json(toDecisionAnswer(await addNote(ctx, { id, by, note })))
    })
    .post('/:id/snooze', validate('param', idParam), validate('json', snoozeBody), async (c) => {
      const { id } = c.req.valid('param')
      await getOwn(id)
      const { until } = c.req.valid('json')
      return c.json(toDecisionAnswer(await snooze(ctx, { id, by, until })))
    })
    .post('/:id/link', validate('param', idParam), validate('json', linkBody), async (c) => {
      const { id } = c.req.valid('param')
      await getOwn(id)
      return c.json(await links.make(id, c.req.valid('json').to))
    })
}

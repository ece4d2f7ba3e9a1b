import { priceOf, problemsWith, publish, type Tuitbot, weightedLength } from '@tuitbot/core'
import { Hono } from 'hono'
import { z } from 'zod'
import { type DraftProblemView } from '../problem.js'
import { validate } from '../validate.js'
import { type OutcomeAnswer, toOutcomeAnswer, toProblemView } from '../views/to-answer.js'
import { type Part, toParts } from '../views/to-parts.js'

/** A post before it is one. */
export interface PostPreview {
  readonly kind: 'preview'
  readonly parts: readonly Part[]
  readonly length: number
  readonly priceMicroUsd: number
  readonly problems: readonly DraftProblemView[]
}

export type PostAnswer = PostPreview | ({ readonly kind: 'answer' } & OutcomeAnswer)

const postBody = z.strictObject({
  text: z.string().max(10_000),
  /** Without it, nothing is posted: this is how it would look. */
  confirmed: z.boolean().default(false),
})

export function postRoutes({ ctx, account, owner: by }: Tuitbot) {
  return new Hono().post('/', validate('json', postBody), async (c) => {
    const { text, confirmed } = c.req.valid('json')
    if (!confirmed) {
      const problems = await problemsWith(ctx, { account, text })
      const preview: PostAnswer = {
        kind: 'preview',
        parts: toParts(text),
        length: weightedLength(text),
        priceMicroUsd: priceOf({ text }),
        problems: problems.map(toProblemView),
      }
      return c.json(preview)
    }
    const result = await publish(ctx, by, { account, text }, { confirmed })
    const answer: PostAnswer = {
      kind: 'answer',
      ...(await toOutcomeAnswer(ctx, result, 'post.create')),
    }
    return c.json(answer)
  })
}

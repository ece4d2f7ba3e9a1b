import { json } from 'node:stream/consumers'
import { z } from 'zod'
import {
  effect,
  operation,
  sequence,
  spendPermit,
  type Effect,
  type Look,
  type Permit,
  type SendCall,
  type Sent,
} from '../../src/index.js'
import { callFarSide } from './call-far-side.js'
import { type FarPost } from './far-side.js'

const posted = z.object({ id: z.string() })

/** `fault` is for the far side, and no part of what is meant. */
export const farPost = operation({
  name: 'post.create',
  input: z.object({
    text: z.string(),
    replyTo: z.string().optional(),
    fault: z.string().optional(),
  }),
  output: posted,
})

/** Posts each of which answers the one before. */
export const farThread = operation({
  name: 'thread.create',
  input: z.object({ texts: z.array(z.string()) }),
  output: z.object({ ids: z.array(z.string()) }),
})

export const MICRO_DOLLARS = 'micro_dollars'
export const POST_COSTS = 15_000

interface FarRequest {
  readonly method: string
  readonly path: string
  readonly body: string
  readonly fault: string
}

/** Called at every moment at which a process can be killed or stopped. */
export type Point = (label: string) => void

/** How the far side is reached over HTTP: one request a permit, and a look at what is there. */
export function farEffects(base: string, point: Point): Effect[] {
  return [
    effect({
      operation: farPost,
      class: 'create',
      identity: ({ text }) => ({ text }),
      cost: () => ({ [MICRO_DOLLARS]: POST_COSTS }),
      encode: ({ text, replyTo, fault = '' }) => ({
        method: 'POST',
        path: '/posts',
        body: JSON.stringify({ text, replyTo }),
        fault,
      }),
      send: (permit, request, call) => send({ base, point, permit, request, call }, posted),
      async reconcile({ args, account, isBound }): Promise<Look<{ id: string }>> {
        const { posts } = await see(base, point, account)
        const free: FarPost[] = []
        for (const post of posts) {
          if (post.text === args.text && !(await isBound(post.id))) free.push(post)
        }
        const [one, two] = free
        if (two) return { kind: 'ambiguous', evidence: free.map(({ id }) => id) }
        if (!one) return { kind: 'absent', evidence: { posts: posts.length } }
        return { kind: 'applied', value: { id: one.id }, externalId: one.id }
      },
    }),
    sequence({
      operation: farThread,
      step: farPost,
      steps: ({ texts }) => texts.map((text) => ({ text })),
      follow: (post, done) => ({ ...post, replyTo: done.at(-1)?.id }),
      collect: (done) => ({ ids: done.map(({ id }) => id) }),
    }),
  ]
}

interface Sending {
  readonly base: string
  readonly point: Point
  readonly permit: Permit
  readonly request: FarRequest
  readonly call: SendCall
}

async function send<Output>(
  { base, point, permit, request, call }: Sending,
  schema: z.ZodType<Output>,
): Promise<Sent<Output>> {
  point('send: begins')
  const { method, path, body, fault } = request
  spendPermit(permit, request)
  const answer = callFarSide(`${base}${path}`, {
    method,
    body,
    headers: { 'x-account': call.account, ...(fault !== '' && { 'x-fault': fault }) },
    signal: call.signal,
  })
  point('send: on its way')
  const response = await answer
  point('send: answered')
  if (response.statusCode !== 200) {
    response.resume()
    return { kind: 'unknown', message: `status ${response.statusCode}` }
  }
  const value = schema.safeParse(await json(response))
  point('send: read')
  if (!value.success) return { kind: 'unknown', message: 'an answer that cannot be read' }
  return { kind: 'applied', value: value.data, externalId: posted.safeParse(value.data).data?.id }
}

async function see(base: string, point: Point, account: string) {
  point('look: begins')
  const response = await callFarSide(`${base}/posts?account=${encodeURIComponent(account)}`)
  const seen: unknown = await json(response)
  point('look: answered')
  // The far side is ours, and answers what it promises.
  return seen as { posts: FarPost[] }
}

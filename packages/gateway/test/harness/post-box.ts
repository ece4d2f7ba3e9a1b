import { z } from 'zod'
import { effect, operation, spendPermit, type Effect, type Permit } from '../../src/index.js'

export const drop = operation({
  name: 'post.create',
  input: z.object({ text: z.string() }),
  output: z.object({ id: z.string() }),
})

/** A far side that keeps every post it gets, and shows them. */
export interface PostBox {
  readonly posts: string[]
  readonly effect: Effect
  /** One request, as the effect makes it. */
  send(
    permit: Permit,
    request: unknown,
  ): { readonly value: { id: string }; readonly externalId: string }
}

export function createPostBox(): PostBox {
  const posts: string[] = []
  const send: PostBox['send'] = (permit, request) => {
    spendPermit(permit, request)
    const id = String(posts.push(String(Reflect.get(Object(request), 'text'))))
    return { value: { id }, externalId: id }
  }
  return {
    posts,
    send,
    effect: effect({
      operation: drop,
      class: 'create',
      encode: ({ text }) => ({ text }),
      send: async (permit, request) => ({ kind: 'applied', ...send(permit, request) }),
      async reconcile({ args, isBound }) {
        for (const [index, text] of posts.entries()) {
          const id = String(index + 1)
          if (text !== args.text || (await isBound(id))) continue
          return { kind: 'applied', value: { id }, externalId: id }
        }
        return { kind: 'absent' }
      },
    }),
  }
}

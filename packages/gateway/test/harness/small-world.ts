import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import {
  createGateway,
  DEFAULT_TIMES,
  effect,
  operation,
  rulesPolicy,
  scaleTimes,
  sequence,
  spendPermit,
  type CompareInput,
  type Effect,
  type Gateway,
  type GatewayOptions,
  type GatewayRequest,
  type Judged,
  type Limit,
  type Look,
  type Policy,
  type Principal,
  type Rule,
  type RuleSet,
  type Sent,
} from '../../src/index.js'
import { scratchFolder } from './scratch-folder.js'
import { openSqlite, type SqliteOptions, type SqliteStore } from '../../src/sqlite/index.js'

export const PERSON: Principal = { kind: 'person', id: 'ann' }
export const AGENT: Principal = { kind: 'agent', id: 'helper' }

export const createPost = operation({
  name: 'post.create',
  input: z.object({ text: z.string().min(1), replyTo: z.string().optional() }),
  output: z.object({ id: z.string() }),
})

export const deletePost = operation({
  name: 'post.delete',
  input: z.object({ id: z.string() }),
  output: z.object({ deleted: z.boolean() }),
})

export const setLike = operation({
  name: 'like.set',
  input: z.object({ post: z.string(), liked: z.boolean() }),
  output: z.object({ liked: z.boolean() }),
})

/** Several posts, each of which answers the one before. */
export const postThread = operation({
  name: 'thread.create',
  input: z.object({ texts: z.array(z.string()).min(1) }),
  output: z.object({ ids: z.array(z.string()) }),
})

export interface Post {
  readonly id: string
  readonly account: string
  readonly text: string
  readonly replyTo?: string | undefined
}

/** A far side in memory: what it holds is the truth. */
export interface FarSide {
  readonly posts: Post[]
  readonly likes: Map<string, boolean>
  /** How many requests reached it. */
  requests: number
  /** What it does with the next requests, in turn; when the list is over it behaves. */
  readonly script: Behaviour[]
}

export type Behaviour =
  | 'ok'
  | 'refuse'
  | 'drop_before'
  | 'drop_after'
  | 'error_before'
  | 'error_after'
  | 'hang'
  | 'hang_after'
  | 'bad_body'
  | 'no_id'
  | 'cut_off'
  | 'duplicate'
  | 'not_connected'

export function createFarSide(): FarSide {
  return { posts: [], likes: new Map(), requests: 0, script: [] }
}

/** A clock that stands still until it is told. */
export interface HandClock {
  now(): number
  elapsed(): number
  advance(ms: number): void
  /** Sets the wall clock alone. */
  set(now: number): void
}

export function handClock(start = 1_700_000_000_000): HandClock {
  let [wall, steady] = [start, 0]
  return {
    now: () => wall,
    elapsed: () => steady,
    advance(ms) {
      wall += ms
      steady += ms
    },
    set(now) {
      wall = now
    },
  }
}

export const TIMES = scaleTimes(DEFAULT_TIMES, 1 / 50)

/** Everything is allowed to everyone, but what hard rules hold back. */
export const ALLOW_ALL = rulesPolicy([{ id: 'all', action: 'allow', repeat: true }])

/** The same, with rules beside it. */
export function rulesOf(...rules: Rule[]) {
  return rulesPolicy([{ id: 'all', action: 'allow', repeat: true }, ...rules])
}

/** Everything is allowed, or what else a policy says, after someone has looked at it. */
export function judgedBy(look: (judged: Judged) => void, policy: Policy = ALLOW_ALL): Policy {
  const current: Policy['current'] = (active) => {
    const ruleSet = policy.current(active)
    const judge: RuleSet['judge'] = (judged, at) => {
      look(judged)
      return ruleSet.judge(judged, at)
    }
    return { ...ruleSet, judge }
  }
  return { ...policy, current }
}

/** Everything is allowed, within limits. */
export function limitedTo(...limits: Limit[]) {
  return rulesPolicy([{ id: 'all', action: 'allow', repeat: true }], { limits })
}

/** What can be asked for in a world. */
export interface Requests {
  post(text: string, more?: Partial<GatewayRequest>): GatewayRequest
  like(post: string, liked: boolean, more?: Partial<GatewayRequest>): GatewayRequest
}

export interface SmallWorld extends Requests {
  readonly path: string
  readonly far: FarSide
  readonly clock: HandClock
  readonly store: SqliteStore
  readonly gateway: Gateway
  /** Another gateway on the same file, as another process would have it. */
  open(
    options?: Partial<GatewayOptions>,
    sqlite?: SqliteOptions,
  ): { gateway: Gateway; store: SqliteStore }
  [Symbol.asyncDispose](): Promise<void>
}

export function createSmallWorld(
  options: Partial<GatewayOptions> = {},
  sqlite: SqliteOptions = {},
): SmallWorld {
  const folder = scratchFolder('gateway-')
  const path = join(folder, 'gateway.db')
  const far = createFarSide()
  const clock = handClock()
  const opened: Gateway[] = []
  const open: SmallWorld['open'] = (more = {}, moreSqlite = {}) => {
    const store = openSqlite(path, { clock, times: TIMES, ...sqlite, ...moreSqlite })
    const gateway = gatewayOn(far, { store, clock, ...options, ...more })
    opened.push(gateway)
    return { gateway, store }
  }
  const { gateway, store } = open()
  return {
    path,
    far,
    clock,
    store,
    gateway,
    open,
    ...REQUESTS,
    async [Symbol.asyncDispose]() {
      await Promise.allSettled(opened.map((one) => one.close()))
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** A gateway in front of this far side. */
export function gatewayOn(
  far: FarSide,
  options: Partial<GatewayOptions> & Pick<GatewayOptions, 'store'>,
): Gateway {
  return createGateway({
    times: TIMES,
    effects: effectsOn(far),
    policy: ALLOW_ALL,
    // Most worlds are there for things to go wrong in.
    breakers: false,
    ...options,
  })
}

export const REQUESTS: Requests = {
  post: (text, more = {}) => ({
    operation: createPost,
    args: { text },
    account: 'alice',
    principal: PERSON,
    ...more,
  }),
  like: (post, liked, more = {}) => ({
    operation: setLike,
    args: { post, liked },
    account: 'alice',
    principal: PERSON,
    ...more,
  }),
}

/** All that is at the far side, as old as it can be. */
export function compareInputOf({ far }: SmallWorld): CompareInput {
  const items = far.posts.map(({ id }) => ({ externalId: id, at: 0 }))
  return { account: 'alice', operation: createPost.name, since: 0, items }
}

export function effectsOn(far: FarSide): Effect[] {
  return [postEffect(far), deleteEffect(far), likeEffect(far), threadEffect()]
}

function threadEffect(): Effect {
  return sequence({
    operation: postThread,
    step: createPost,
    steps: ({ texts }) => texts.map((text) => ({ text })),
    follow: (post, done) => ({ ...post, replyTo: done.at(-1)?.id }),
    collect: (done) => ({ ids: done.map(({ id }) => id) }),
  })
}

function postEffect(far: FarSide): Effect {
  return effect({
    operation: createPost,
    class: 'create',
    encode: (args) => ({ method: 'POST', path: '/posts', body: JSON.stringify(args) }),
    send: (permit, request, { account, signal }) =>
      exchange(
        far,
        signal,
        () => spendPermit(permit, request),
        () => {
          const said = JSON.parse(request.body) as Pick<Post, 'text' | 'replyTo'>
          const post = { id: String(far.posts.length + 1), account, ...said }
          far.posts.push(post)
          return { kind: 'applied', value: { id: post.id }, externalId: post.id }
        },
      ),
    async reconcile({ args, account, isBound }): Promise<Look<{ id: string }>> {
      for (const { id, ...post } of far.posts) {
        if (post.account !== account || post.text !== args.text || (await isBound(id))) continue
        return { kind: 'applied', value: { id }, externalId: id, evidence: { found: id } }
      }
      return { kind: 'absent', evidence: { searched: far.posts.length } }
    },
    undo: ({ id }) => ({ operation: deletePost.name, args: { id } }),
    text: ({ text }) => text,
    preview: ({ text }) => ({ text, length: text.length }),
    cost: ({ text }) => ({ micro_dollars: text.includes('http') ? 200_000 : 15_000 }),
  })
}

function deleteEffect(far: FarSide): Effect {
  return effect({
    operation: deletePost,
    class: 'delete',
    encode: ({ id }) => ({ method: 'DELETE', path: `/posts/${id}` }),
    send: (permit, request, { signal }) =>
      exchange(
        far,
        signal,
        () => spendPermit(permit, request),
        () => {
          const id = request.path.slice('/posts/'.length)
          const index = far.posts.findIndex((post) => post.id === id)
          if (index >= 0) far.posts.splice(index, 1)
          return { kind: 'applied', value: { deleted: true } }
        },
      ),
  })
}

function likeEffect(far: FarSide): Effect {
  return effect({
    operation: setLike,
    class: 'set',
    slot: ({ post, liked }) => ({ name: `like:${post}`, value: liked }),
    encode: ({ post, liked }) => ({ method: liked ? 'PUT' : 'DELETE', path: `/likes/${post}` }),
    send: (permit, request, { signal }) =>
      exchange(
        far,
        signal,
        () => spendPermit(permit, request),
        () => {
          const liked = request.method === 'PUT'
          far.likes.set(request.path.slice('/likes/'.length), liked)
          return { kind: 'applied', value: { liked } }
        },
      ),
    async reconcile({ args }): Promise<Look<{ liked: boolean }>> {
      const liked = far.likes.get(args.post) ?? false
      return liked === args.liked
        ? { kind: 'applied', value: { liked } }
        : { kind: 'absent', evidence: { liked } }
    },
  })
}

/** One request, as the next line of the script has it. */
async function exchange<Output>(
  far: FarSide,
  signal: AbortSignal,
  spend: () => void,
  apply: () => Sent<Output>,
): Promise<Sent<Output>> {
  const behaviour = far.script.shift() ?? 'ok'
  if (behaviour === 'not_connected') {
    return { kind: 'not_sent', message: 'connection refused', retryAfterMs: 0 }
  }
  spend()
  far.requests += 1
  switch (behaviour) {
    case 'ok':
      return apply()
    case 'refuse':
      return { kind: 'refused', code: 'forbidden', message: 'the far side says no' }
    case 'drop_before':
      throw reset()
    case 'drop_after':
    case 'cut_off':
      apply()
      throw reset()
    case 'error_before':
      return { kind: 'unknown', message: '503' }
    case 'error_after':
      apply()
      return { kind: 'unknown', message: '503' }
    case 'bad_body':
      apply()
      return { kind: 'unknown', message: 'an answer that cannot be read' }
    case 'no_id':
      apply()
      // A far side that forgets its own contract.
      return { kind: 'applied', value: {} as Output }
    case 'duplicate':
      return { kind: 'duplicate', message: 'this content is there already' }
    case 'hang_after':
      apply()
      return waitForEver(signal)
    case 'hang':
      return waitForEver(signal)
  }
}

function waitForEver(signal: AbortSignal): Promise<never> {
  return new Promise((_, reject) => {
    signal.addEventListener('abort', () => reject(reset()))
  })
}

function reset(): Error {
  return Object.assign(new Error('socket hang up'), { code: 'ECONNRESET' })
}

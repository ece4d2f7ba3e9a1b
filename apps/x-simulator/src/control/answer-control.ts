import { type VirtualClock } from '../clock.js'
import { readFaultRule } from '../faults/read-fault-rule.js'
import { type Answer, type Json, jsonAnswer } from '../http/answer.js'
import { invalidRequest, plainProblem, problemAnswer, XProblem } from '../http/problem.js'
import { header, type Request } from '../http/request.js'
import {
  array,
  integer,
  object,
  oneOf,
  optional,
  parseJson,
  readJson,
  type Schema,
  text,
} from '../http/schema.js'
import { allScopes } from '../auth/scopes.js'
import { type Simulation } from '../simulation.js'
import { addAccount, findAccount } from '../world/accounts.js'
import { addPost } from '../world/posts.js'

type Control = (simulation: Simulation, request: Request) => Json

/** Answers the calls for tests, which X does not have; `undefined` for any other path. */
export function answerControl(simulation: Simulation, request: Request): Answer | undefined {
  if (request.path !== '/truth' && !request.path.startsWith('/truth/')) return undefined
  try {
    const control = controls[`${request.method} ${request.path}`]
    if (control === undefined)
      throw plainProblem(404, `Known here: ${Object.keys(controls).join(', ')}`)
    // A page on another site can send a form here without asking, but not JSON.
    const isJson = header(request, 'content-type').startsWith('application/json')
    if (request.method === 'POST' && !isJson) throw plainProblem(415, 'Send application/json.')
    return jsonAnswer(200, control(simulation, request))
  } catch (error) {
    if (error instanceof XProblem) return problemAnswer(error)
    throw error
  }
}

const controls: Readonly<Record<string, Control>> = {
  'GET /truth': ({ truth, meter, clock, world }) => ({
    now: new Date(clock.now()).toISOString(),
    ...truth.counts(),
    dollars: meter.total(),
    accounts: world.accounts.size,
    posts: world.posts.size,
  }),
  'GET /truth/requests': ({ truth }) => truth.requests().map((request) => ({ ...request })),
  'GET /truth/effects': ({ truth }) => truth.effects().map((effect) => ({ ...effect })),
  'GET /truth/sends': ({ truth }) => Object.fromEntries(truth.allSends()),
  'GET /truth/faults': ({ faults }) =>
    faults
      .list()
      .map(({ rule, fired }) => ({ rule: { ...rule, fault: { ...rule.fault } }, fired })),
  'POST /truth/faults': ({ faults }, { body }) => {
    const value = parseJson(body)
    const rules = Array.isArray(value) ? array(readFaultRule)(value, '$') : [readFaultRule(value)]
    for (const rule of rules) faults.add(rule)
    return { added: rules.length }
  },
  'DELETE /truth/faults': ({ faults }) => {
    faults.clear()
    return { cleared: true }
  },
  'POST /truth/rules': ({ rules }, { body }) => {
    const shape = object({
      duplicates: optional(oneOf('refuse', 'allow')),
      mediaProcessingMs: optional(integer(0, 86_400_000)),
    })
    return { ...Object.assign(rules, readJson(shape, body)) }
  },
  'POST /truth/clock': ({ clock }, { body }) => {
    const { advanceMs } = readJson(object({ advanceMs: integer(0, 1e12) }), body)
    if (!isVirtual(clock)) throw plainProblem(409, 'The clock is the real one.')
    clock.advance(advanceMs)
    return { now: new Date(clock.now()).toISOString() }
  },
  'POST /truth/accounts': ({ world }, { body }) => {
    const shape = object({ username, name: optional(text({ max: 50 })) })
    const wish = readJson(shape, body)
    if (findAccount(world, wish.username)) throw plainProblem(409, `@${wish.username} is taken.`)
    const name = wish.name ?? wish.username
    return { id: addAccount(world, { username: wish.username, name }).id }
  },
  'POST /truth/tokens': ({ world, tokens, demoApp }, { body }) => {
    const wish = readJson(object({ username, scopes: optional(array(text({ max: 50 }))) }), body)
    const scopes = wish.scopes ?? allScopes
    const account = getKnown(world, wish.username)
    const pair = tokens.mint({ app: demoApp, accountId: account.id, scopes })
    return { ...pair, userId: account.id, appToken: tokens.mintForApp(demoApp) }
  },
  'POST /truth/posts': ({ world }, { body }) => {
    const draft = object({
      username,
      text: text({ max: 25_000 }),
      replyToId: optional(text({ max: 19 })),
    })
    const wish = readJson(draft, body)
    const author = getKnown(world, wish.username)
    const replyTo = wish.replyToId === undefined ? undefined : world.posts.get(wish.replyToId)
    if (wish.replyToId !== undefined && !replyTo)
      throw plainProblem(400, 'No such post to reply to.')
    return { id: addPost(world, author, { text: wish.text, ...(replyTo && { replyTo }) }).id }
  },
}

const username: Schema<string> = text({ pattern: /^[A-Za-z0-9_]{1,15}$/ })

function getKnown(world: Simulation['world'], username: string) {
  const account = findAccount(world, username)
  if (account) return account
  throw invalidRequest({ parameters: { username: [username] }, message: 'no such account' })
}

function isVirtual(clock: Simulation['clock']): clock is VirtualClock {
  return 'advance' in clock
}

import { type CallMeta, type ReadAnswer } from './call-read.js'
import { type PartialProblem, type User } from './model.js'
import {
  parseItems,
  parseMembers,
  parsePartialProblem,
  parseUser,
  ShapeError,
} from './parse-model.js'
import { ProviderError } from './provider-error.js'

/** One thing, and what X could not show of it. */
export interface XResult<Value> {
  readonly data: Value
  readonly partial: readonly PartialProblem[]
  readonly meta: CallMeta
}

/** A page of things. Only a missing token is the end: a short page is not. */
export interface XPage<Item> {
  readonly items: readonly Item[]
  readonly nextToken?: string
  readonly partial: readonly PartialProblem[]
  readonly meta: CallMeta
}

/** The users that came along, by id. */
export function usersOf(body: ReadAnswer['body']): ReadonlyMap<string, User> {
  const includes = body['includes'] === undefined ? {} : parseMembers(body['includes'], 'includes')
  const found = parseItems(includes['users'], 'the users').map(parseUser)
  return new Map(found.map((user) => [user.id, user]))
}

export function toResult<Value>(
  { body, meta }: ReadAnswer,
  parse: (item: unknown) => Value,
): XResult<Value> {
  return { data: parse(body['data']), partial: partialOf(body), meta }
}

export function toPage<Item>(
  { body, meta }: ReadAnswer,
  parse: (item: unknown) => Item,
): XPage<Item> {
  const items = parseItems(body['data'], 'the data').map(parse)
  const pages = body['meta'] === undefined ? {} : parseMembers(body['meta'], 'the meta')
  const token = pages['next_token']
  if (token !== undefined && (typeof token !== 'string' || token === '')) {
    throw new ShapeError('the token of the next page is no text')
  }
  // Without data an answer must say itself that there is none.
  if (body['data'] === undefined && body['meta'] === undefined) {
    throw new ShapeError('there is neither data nor a count')
  }
  return {
    items,
    ...(token !== undefined && { nextToken: token }),
    partial: partialOf(body),
    meta,
  }
}

function partialOf(body: ReadAnswer['body']): PartialProblem[] {
  return parseItems(body['errors'], 'the errors').map(parsePartialProblem)
}

/** Runs a reading, and tells X's answer apart from a bug when it fails. */
export function shaped<Value>(parse: () => Value): Value {
  try {
    return parse()
  } catch (error) {
    if (!(error instanceof ShapeError)) throw error
    const message = `X answered in a shape that it does not document: ${error.message}`
    throw new ProviderError({ code: 'bad_answer' }, message, { cause: error })
  }
}

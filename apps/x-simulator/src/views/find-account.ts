import { type Json } from '../http/answer.js'
import { type Call } from '../http/endpoint.js'
import { notFoundError, onlyErrors, suspendedError } from '../http/problem.js'
import { type Account } from '../world/world.js'

export type Found =
  | { readonly kind: 'found'; readonly account: Account }
  | { readonly kind: 'missing'; readonly error: Json }

/** Looks an account up as a read does: who is suspended cannot be seen. */
export function findUser(call: Call, parameter: string, value: string): Found {
  const { accounts, usernames } = call.world
  const byName = parameter.startsWith('username')
  const account = byName ? usernames.get(value.toLowerCase()) : accounts.get(value)
  const missing = { resource: 'user', parameter, value } as const
  if (account === undefined) return { kind: 'missing', error: notFoundError(missing) }
  if (account.suspended) return { kind: 'missing', error: suspendedError(missing) }
  return { kind: 'found', account }
}

/** The account that a path names; without it there is nothing to answer but the error. */
export function getUser(call: Call, parameter: string, value: string): Account {
  const found = findUser(call, parameter, value)
  if (found.kind === 'found') return found.account
  throw onlyErrors(call.method, found.error)
}

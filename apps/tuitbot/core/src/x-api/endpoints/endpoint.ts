import { type Price } from './price.js'
import { type Param, pathParams } from './params.js'

export type Method = 'GET' | 'POST' | 'PUT' | 'DELETE'
export type WriteMethod = Exclude<Method, 'GET'>

/** Who may call: a person's account through an app, or the app for itself. */
export type Caller = 'user' | 'app'

/** What only some contracts with X may do. */
export type Privilege = 'like' | 'follow'

/** One call of X's API, as data. */
export interface Endpoint<M extends Method = Method> {
  readonly method: M
  /** With `{name}` where a parameter stands. */
  readonly path: string
  readonly params: readonly Param[]
  /** What a user's token must have been given. */
  readonly scopes: readonly string[]
  readonly callers: readonly Caller[]
  readonly price: Price
  readonly privilege?: Privilege
}

interface Rest {
  readonly scopes: string
  readonly price: Price
  readonly params?: readonly Param[]
  readonly callers?: readonly Caller[]
  readonly privilege?: Privilege
}

export const everyone: readonly Caller[] = ['app', 'user']

export const get = (path: string, rest: Rest) => endpoint('GET', path, rest)
export const post = (path: string, rest: Rest) => endpoint('POST', path, rest)
export const put = (path: string, rest: Rest) => endpoint('PUT', path, rest)
export const del = (path: string, rest: Rest) => endpoint('DELETE', path, rest)

function endpoint<M extends Method>(method: M, path: string, rest: Rest): Endpoint<M> {
  const { scopes, price, params = [], callers = ['user'], privilege } = rest
  return {
    method,
    path,
    params: [...pathParams(path), ...params],
    scopes: scopes === '' ? [] : scopes.split(' '),
    callers,
    price,
    ...(privilege !== undefined && { privilege }),
  }
}

import { type Call, getActor } from '../http/endpoint.js'
import { notFoundError, notPermitted, onlyErrors } from '../http/problem.js'
import { findVisibleList } from '../views/visibility.js'
import { type List } from '../world/world.js'

export function getList(call: Call, parameter: string, value: string): List {
  const list = findVisibleList(call, value)
  if (list) return list
  throw onlyErrors(call.method, notFoundError({ resource: 'list', parameter, value }))
}

/** The list that a call wants to change, which must be the caller's own. */
export function getOwnList(call: Call, value: string): List {
  const list = getList(call, 'id', value)
  if (list.ownerId === getActor(call).id) return list
  throw notPermitted('You can only change your own lists.')
}

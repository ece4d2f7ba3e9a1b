import { type Call, findActor, getActor } from '../http/endpoint.js'
import { notFoundError, notPermitted, onlyErrors } from '../http/problem.js'
import { type List } from '../world/world.js'

/** A private list is there for its owner alone. */
export function findList(call: Call, value: string): List | undefined {
  const list = call.world.lists.get(value)
  return list?.private && findActor(call)?.id !== list.ownerId ? undefined : list
}

export function getList(call: Call, parameter: string, value: string): List {
  const list = findList(call, value)
  if (list) return list
  throw onlyErrors(call.method, notFoundError({ resource: 'list', parameter, value }))
}

/** The list that a call wants to change, which must be the caller's own. */
export function getOwnList(call: Call, value: string): List {
  const list = getList(call, 'id', value)
  if (list.ownerId === getActor(call).id) return list
  throw notPermitted('You can only change your own lists.')
}

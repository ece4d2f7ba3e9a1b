import { createToolError } from '../errors.js'
import { parseToolId } from '../identity.js'
import {
  addTo,
  forgetName,
  nameKey,
  rememberName,
  removeFrom,
  type NameKey,
  type RegisterOptions,
  type RegistryState,
} from './registry-state.js'

/** How many aliases may lead from one to the next. */
const MAX_ALIAS_DEPTH = 5

/** Another name for a tool, or for another alias; refused where it would lead in a circle, or too far. */
export function addAlias(
  state: RegistryState,
  alias: string,
  target: string,
  { override = false }: Pick<RegisterOptions, 'override'>,
): void {
  const identity = parseToolId(target)
  if (identity.version !== undefined)
    throw aliasError(alias, `leads to ${target}, which says a version`)
  const key = nameKey(identity)
  if (!state.versions.has(key) && !state.aliases.has(key)) {
    throw aliasError(alias, `leads to ${key}, which is not registered`)
  }
  const name = checkAlias(state, alias, key, override)
  checkWay(state, name, key)
  setAlias(state, name, key)
}

/** The name that an alias stands for in the end, and the aliases on the way. */
export function followAliases(
  { aliases }: Pick<RegistryState, 'aliases'>,
  key: NameKey,
): { readonly key: NameKey; readonly via: readonly NameKey[] } {
  const via: NameKey[] = []
  let at = key
  for (let next = aliases.get(at); next !== undefined; next = aliases.get(at)) {
    via.push(at)
    at = next
  }
  return { key: at, via }
}

/** The one spelling of an alias that may stand for a name, as far as the two alone can say. */
export function checkAlias(
  state: RegistryState,
  alias: string,
  target: NameKey,
  override: boolean,
): NameKey {
  const identity = parseToolId(alias)
  if (identity.version !== undefined) throw aliasError(alias, 'says a version; an alias is a name')
  const name = nameKey(identity)
  if (name === target) throw aliasError(name, 'leads round in a circle: it would stand for itself')
  if (state.versions.has(name))
    throw aliasError(name, `is the name of a tool; it cannot stand for ${target}`)
  const current = state.aliases.get(name)
  if (current !== undefined && current !== target && !override) {
    throw aliasError(
      name,
      `stands for ${current} already; it cannot stand for ${target} without override`,
    )
  }
  return name
}

/** Sets an alias that has been checked. */
export function setAlias(state: RegistryState, alias: NameKey, target: NameKey): void {
  const current = state.aliases.get(alias)
  if (current !== undefined) removeFrom(state.aliasesOf, current, alias)
  state.aliases.set(alias, target)
  addTo(state.aliasesOf, target, alias)
  rememberName(state, parseToolId(alias))
}

/** Takes one alias out, if it is one. Those that lead to it still do: something else must take its name. */
export function dropAlias(state: RegistryState, alias: NameKey): void {
  const target = state.aliases.get(alias)
  if (target === undefined) return
  state.aliases.delete(alias)
  removeFrom(state.aliasesOf, target, alias)
  forgetName(state, parseToolId(alias))
}

/** Takes out all aliases that lead to a name, by whatever way. */
export function dropAliasesOf(state: RegistryState, key: NameKey): void {
  for (const alias of state.aliasesOf.get(key) ?? []) {
    dropAlias(state, alias)
    dropAliasesOf(state, alias)
  }
}

/** Follows the way that one new step makes: on from its target, and back to whatever leads to the alias. */
function checkWay(state: RegistryState, alias: NameKey, target: NameKey): void {
  const { key, via } = followAliases(state, target)
  const ahead = [...via, key]
  if (ahead.includes(alias)) {
    const round = [alias, ...ahead.slice(0, ahead.indexOf(alias) + 1)]
    throw aliasError(alias, `leads round in a circle: ${round.join(' → ')}`)
  }
  const behind = longestWayTo(state, alias)
  if (behind.length + ahead.length > MAX_ALIAS_DEPTH) {
    const way = [...behind, alias, ...ahead]
    throw aliasError(alias, `leads through over ${MAX_ALIAS_DEPTH} names: ${way.join(' → ')}`)
  }
}

/** The aliases from the farthest that leads to a name up to the name itself. */
function longestWayTo(state: RegistryState, key: NameKey): readonly NameKey[] {
  let longest: readonly NameKey[] = []
  for (const alias of state.aliasesOf.get(key) ?? []) {
    const way = [...longestWayTo(state, alias), alias]
    if (way.length > longest.length) longest = way
  }
  return longest
}

function aliasError(alias: string, problem: string) {
  return createToolError({
    category: 'validation',
    code: 'toolbox.invalid_alias',
    message: `alias ${alias}: ${problem}`,
    details: { alias },
  })
}

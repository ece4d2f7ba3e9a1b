import { type Effect } from '../effect.js'
import { isNamed } from './matcher.js'
import { type RuleSet } from './policy.js'
import { type Conditions } from './rule.js'

/** Rules and limits of a document that concern nothing which these effects can do: most likely a name in them is misspelt. */
export function listIdle({ rules, limits }: RuleSet, effects: Iterable<Effect>): string[] {
  const known = [...effects]
  const isIdle = (one: Conditions) => !known.some((effect) => canMatch(one, effect))
  return [
    ...rules.filter((rule) => rule.band !== 'hard' && isIdle(rule)).map(({ id }) => id),
    ...limits.filter(isIdle).map(({ id, dimension }) => `limit:${id ?? dimension}`),
  ]
}

/** As far as an effect says by itself, whoever asks for it and with whatever arguments. */
function canMatch({ operations, tools, categories, classes, tags }: Conditions, effect: Effect) {
  const { name } = effect.operation
  return (
    (operations === undefined || isNamed(operations, name)) &&
    (tools === undefined || isNamed(tools, effect.tool ?? name)) &&
    (categories === undefined || isNamed(categories, effect.category ?? '')) &&
    (classes === undefined || classes.includes(effect.class)) &&
    (tags === undefined || tags.some((tag) => effect.tags?.includes(tag)))
  )
}

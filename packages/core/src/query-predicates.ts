import { DATA_SENSITIVITIES, type DataSensitivity, type ToolRisk } from './risk.js'
import { inputKeys } from './schema-utilities.js'
import { parseSemver } from './semver.js'
import { parseSemverRange, satisfiesRange } from './semver-range.js'
import { createToolError } from './errors.js'
import { type ToolDefinition } from './tool-definition.js'

export type ToolPredicate = (tool: ToolDefinition) => boolean

/** Any value of a risk's field, one of several, or for sensitivity a bound. */
export type RiskQuery = {
  readonly [Field in keyof ToolRisk]?: ToolRisk[Field] | ReadonlyArray<ToolRisk[Field]>
} & { readonly dataSensitivityAtMost?: DataSensitivity }

export function and(...predicates: readonly ToolPredicate[]): ToolPredicate {
  return (tool) => predicates.every((predicate) => predicate(tool))
}

export function or(...predicates: readonly ToolPredicate[]): ToolPredicate {
  return (tool) => predicates.some((predicate) => predicate(tool))
}

export function not(predicate: ToolPredicate): ToolPredicate {
  return (tool) => !predicate(tool)
}

/** Any of these tags; `and(hasTag('a'), hasTag('b'))` asks for both. */
export function hasTag(...tags: readonly string[]): ToolPredicate {
  const wanted = new Set(tags)
  return (tool) => tool.tags.some((tag) => wanted.has(tag))
}

export function inNamespace(...namespaces: readonly string[]): ToolPredicate {
  const wanted = new Set(namespaces)
  return (tool) => wanted.has(tool.identity.namespace)
}

/** A version within a semver range; a tool without version, or with one that is not semver, is in none. */
export function versionIn(range: string): ToolPredicate {
  const parsed = parseSemverRange(range)
  if (!parsed) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.invalid_range',
      message: `${JSON.stringify(range.slice(0, 200))} is not a version range; write it as ^1.2 or >=1 <3`,
    })
  }
  return (tool) => {
    const version = parseSemver(tool.identity.version ?? '')
    return version !== undefined && satisfiesRange(version, parsed)
  }
}

export function isDeprecated(): ToolPredicate {
  return (tool) => tool.lifecycle?.deprecated === true
}

/** Every field that is asked for must match. */
export function hasRisk({ dataSensitivityAtMost, ...fields }: RiskQuery): ToolPredicate {
  const wanted = Object.entries(fields).map(
    ([field, values]) =>
      [field, new Set<unknown>(Array.isArray(values) ? values : [values])] as const,
  )
  const bound = dataSensitivityAtMost && DATA_SENSITIVITIES.indexOf(dataSensitivityAtMost)
  return ({ risk }) =>
    wanted.every(([field, values]) => values.has(Reflect.get(risk, field))) &&
    (bound === undefined || rankOf(risk.dataSensitivity) <= bound)
}

/** A sensitivity that nobody knows counts as the highest. */
function rankOf(sensitivity: DataSensitivity): number {
  const rank = DATA_SENSITIVITIES.indexOf(sensitivity)
  return rank === -1 ? DATA_SENSITIVITIES.length - 1 : rank
}

/** An input with all of these fields. */
export function hasInputKeys(...keys: readonly string[]): ToolPredicate {
  return (tool) => {
    const known = new Set(inputKeys(tool))
    return keys.every((key) => known.has(key))
  }
}

/** The words stand in the name, title, description, examples or tags, whatever their case. For ranking there is search. */
export function mentions(text: string): ToolPredicate {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean)
  return ({ identity, title, description, examples, tags }) => {
    const said = [identity.name, title, description, ...(examples ?? []), ...tags]
      .join('\n')
      .toLowerCase()
    return words.every((word) => said.includes(word))
  }
}

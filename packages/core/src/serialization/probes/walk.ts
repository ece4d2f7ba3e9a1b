import { createToolError } from '../../errors.js'
import { formatPath } from '../../json.js'
import { type SchemaDirection } from '../../schema.js'
import { lossOf, type Loss, type LossFeature } from '../loss.js'

/** Where a probe stands: the place in the data, and what it has found on its way. */
export interface Place {
  readonly path: string
  readonly direction: SchemaDirection
  readonly losses: Loss[]
  /** The schemas above, so that one that nests itself is walked once. */
  readonly above: ReadonlySet<object>
}

export function startAt(path: string, direction: SchemaDirection): Place {
  return { path, direction, losses: [], above: new Set() }
}

export function report(place: Place, feature: LossFeature): void {
  place.losses.push(lossOf(place.path, feature))
}

export function refuse(place: Place, what: string): never {
  throw createToolError({
    category: 'validation',
    code: 'toolbox.schema_not_describable',
    message: `${place.path} is ${what}, and nothing in JSON comes near it`,
    details: { path: place.path },
  })
}

export function atKey(place: Place, key: string): Place {
  return { ...place, path: formatPath(place.path, [key]) }
}

export function atIndex(place: Place, index: number): Place {
  return { ...place, path: formatPath(place.path, [index]) }
}

/** Every element of an array. */
export function atItems(place: Place): Place {
  return { ...place, path: `${place.path}[]` }
}

/** Every value of a record, or every key. */
export function atValues(place: Place): Place {
  return { ...place, path: `${place.path}{}` }
}

export function atKeys(place: Place): Place {
  return { ...place, path: `${place.path}{key}` }
}

/** One alternative of a union. */
export function atOption(place: Place, index: number): Place {
  return { ...place, path: `${place.path}|${index}` }
}

export function below(place: Place, schema: object): Place | undefined {
  if (place.above.has(schema)) return undefined
  return { ...place, above: new Set([...place.above, schema]) }
}

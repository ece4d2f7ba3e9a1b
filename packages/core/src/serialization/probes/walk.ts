import { createToolError } from '../../errors.js'
import { formatPath } from '../../json.js'
import { type SchemaDirection } from '../../schema.js'
import { lossOf, type Loss, type LossFeature } from '../loss.js'

/** Where a probe stands, as the step that led there: most places are passed without a word, and need no path. */
export interface Place {
  /** A name where it is a field, and else how the step is written. */
  readonly step: string
  readonly isField: boolean
  readonly from: Place | undefined
  readonly walk: Walk
}

interface Walk {
  readonly direction: SchemaDirection
  /** What names within the schema stand for, in libraries that have such names. */
  readonly names: ReadonlyMap<string, object>
  readonly losses: Loss[]
  /** The schemas on the way from the root, so that one that nests itself is walked once. */
  readonly above: object[]
  readonly visits: Map<object, number>
}

export function startAt(
  root: string,
  direction: SchemaDirection,
  names: ReadonlyMap<string, object> = new Map(),
): Place {
  const walk = { direction, names, losses: [], above: [], visits: new Map() }
  return { step: root, isField: false, from: undefined, walk }
}

export function report(place: Place, feature: LossFeature): void {
  place.walk.losses.push(lossOf(pathOf(place), feature))
}

/** What happens to a value on its way in takes nothing from what is said of it on its way out. */
export function reportOnTheWayIn(place: Place, feature: LossFeature): void {
  if (place.walk.direction === 'input') report(place, feature)
}

export function refuse(place: Place, what: string): never {
  const path = pathOf(place)
  throw createToolError({
    category: 'validation',
    code: 'toolbox.schema_not_describable',
    message: `${path} is ${what}, and nothing in JSON comes near it`,
    details: { path },
  })
}

/** A field of an object. */
export function atKey(from: Place, key: string): Place {
  return { step: key, isField: true, from, walk: from.walk }
}

/** One place of a tuple. */
export function atIndex(from: Place, index: number): Place {
  return { step: `[${index}]`, isField: false, from, walk: from.walk }
}

/** Every element of an array. */
export function atItems(from: Place): Place {
  return { step: '[]', isField: false, from, walk: from.walk }
}

/** Every value of a record. */
export function atValues(from: Place): Place {
  return { step: '{}', isField: false, from, walk: from.walk }
}

/** Every key of a record. */
export function atKeys(from: Place): Place {
  return { step: '{key}', isField: false, from, walk: from.walk }
}

/** One alternative of a union. */
export function atOption(from: Place, index: number): Place {
  return { step: `|${index}`, isField: false, from, walk: from.walk }
}

function pathOf({ step, isField, from }: Place): string {
  if (!from) return step
  return isField ? formatPath(pathOf(from), [step]) : `${pathOf(from)}${step}`
}

/** How often one schema is looked into, in whatever places it stands: webs of schemas have more ways through them than time. */
const MOST_VISITS = 16

/** Visits a schema, unless the way to it leads through itself. */
export function enter(schema: object, { walk: { above, visits } }: Place, visit: () => void): void {
  const before = visits.get(schema) ?? 0
  if (above.includes(schema) || before === MOST_VISITS) return
  visits.set(schema, before + 1)
  above.push(schema)
  visit()
  above.pop()
}

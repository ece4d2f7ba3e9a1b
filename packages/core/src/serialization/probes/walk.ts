import { createToolError } from '../../errors.js'
import { formatPath } from '../../json.js'
import { type SchemaDirection } from '../../schema.js'
import { lossOf, type Loss, type LossFeature } from '../loss.js'

/** Where a probe stands, as the step that led there: most places are passed without a word, and need no path. */
export interface Place {
  readonly step: string
  readonly from: Place | undefined
  readonly walk: Walk
}

interface Walk {
  readonly direction: SchemaDirection
  readonly losses: Loss[]
  /** The schemas on the way from the root, so that one that nests itself is walked once. */
  readonly above: object[]
}

export function startAt(root: string, direction: SchemaDirection): Place {
  return { step: root, from: undefined, walk: { direction, losses: [], above: [] } }
}

export function report(place: Place, feature: LossFeature): void {
  place.walk.losses.push(lossOf(pathOf(place), feature))
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
  return { step: key, from, walk: from.walk }
}

/** One place of a tuple. */
export function atIndex(from: Place, index: number): Place {
  return { step: `[${index}]`, from, walk: from.walk }
}

/** Every element of an array. */
export function atItems(from: Place): Place {
  return { step: '[]', from, walk: from.walk }
}

/** Every value of a record. */
export function atValues(from: Place): Place {
  return { step: '{}', from, walk: from.walk }
}

/** Every key of a record. */
export function atKeys(from: Place): Place {
  return { step: '{key}', from, walk: from.walk }
}

/** One alternative of a union. */
export function atOption(from: Place, index: number): Place {
  return { step: `|${index}`, from, walk: from.walk }
}

function pathOf({ step, from }: Place): string {
  if (!from) return step
  return /^[[{|]/.test(step) ? `${pathOf(from)}${step}` : formatPath(pathOf(from), [step])
}

/** Visits a schema, unless the way to it leads through itself. */
export function enter(schema: object, { walk: { above } }: Place, visit: () => void): void {
  if (above.includes(schema)) return
  above.push(schema)
  visit()
  above.pop()
}

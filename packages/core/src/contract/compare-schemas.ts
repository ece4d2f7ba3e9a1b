import { formatPath, isPlainObject } from '../json.js'
import { findReferenced, holdsByName } from '../json-schema-references.js'
import { canonicalJson } from '../serialization/stable-json.js'
import { alignOptions, compareOptions } from './schema-options.js'
import { line, namePlace, ownValue, same, show, unionOfKeys } from './show-change.js'

type Schema = Record<string, unknown>

interface Place {
  /** `input.posts[].text`, as losses write it. */
  readonly path: string
  readonly depth: number
  readonly walk: Walk
}

interface Sides<Value> {
  readonly before: Value
  readonly after: Value
}

interface Walk extends Sides<unknown> {
  /** What was held against what: schemas nest themselves, and are used in many places. */
  readonly met: Map<unknown, Map<unknown, Meeting>>
}

interface Meeting {
  readonly path: string
  /** `undefined` while they are being compared. */
  differs: boolean | undefined
}

/** Deeper than any schema that was written to be read. */
const MAX_DEPTH = 200

/** Every difference between two schemas: the field is named, and then the keyword. References are followed. */
export function compareSchemas(
  before: unknown,
  after: unknown,
  root: 'input' | 'output',
): readonly string[] {
  if (same(before, after)) return []
  const place = { path: root, depth: 0, walk: { before, after, met: new Map() } }
  const lines = compare(before, after, place)
  return lines.length > 0 ? lines : [line(root, '', before, after)]
}

function compare(old: unknown, fresh: unknown, place: Place): string[] {
  if (isUnchanged(old, fresh)) return []
  const field = namePlace(place.path)
  if (!isPlainObject(old) || !isPlainObject(fresh)) return [line(field, '', old, fresh)]
  if (place.depth > MAX_DEPTH) return [`${field} lies too deep to be compared`]
  const meetings = place.walk.met.get(old) ?? new Map<unknown, Meeting>()
  place.walk.met.set(old, meetings)
  const known = meetings.get(fresh)
  if (known) return known.differs ? [`${field} changes as ${namePlace(known.path)} does`] : []
  const meeting: Meeting = { path: place.path, differs: undefined }
  meetings.set(fresh, meeting)
  const lines = compareReferences(...alignOptions(old, fresh), place)
  meeting.differs = lines.length > 0
  return lines
}

function compareReferences(old: Schema, fresh: Schema, place: Place): string[] {
  const { walk } = place
  const [before, after] = [referenced(walk.before, old), referenced(walk.after, fresh)]
  if (before === undefined && after === undefined) return compareKeywords(old, fresh, place)
  if (before !== undefined && after !== undefined) {
    return [
      ...compare(before, after, at(place, '')),
      ...compareKeywords(withoutReference(old), withoutReference(fresh), place),
    ]
  }
  // What one side refers to, the other may say in its place.
  const [said, saidAfter] = [inPlace(old, before), inPlace(fresh, after)]
  if (said === undefined || saidAfter === undefined) return compareKeywords(old, fresh, place)
  return compare(said, saidAfter, at(place, ''))
}

function compareKeywords(old: Schema, fresh: Schema, place: Place): string[] {
  return unionOfKeys(old, fresh).flatMap((keyword) => {
    const [before, after] = [ownValue(old, keyword), ownValue(fresh, keyword)]
    if (isUnchanged(before, after)) return []
    if (keyword === 'required') return compareRequired(old, fresh, place)
    if (keyword === '$defs' && areOfRoot(before, after, place.walk)) return []
    if (holdsByName(keyword)) return compareNamed(keyword, { before, after }, place)
    if (Array.isArray(before) && Array.isArray(after)) {
      if (keyword === 'anyOf' || keyword === 'oneOf' || keyword === 'allOf')
        return compareLists(keyword, { before, after }, place)
      if (keyword === 'prefixItems' && before.length === after.length)
        return before.flatMap((one, index) => compare(one, after[index], at(place, `[${index}]`)))
    }
    const step = STEPS.get(keyword)
    if (step !== undefined && isPlainObject(before) && isPlainObject(after))
      return compare(before, after, at(place, step))
    return same(before, after) ? [] : [line(namePlace(place.path), keyword, before, after)]
  })
}

/** Keywords that hold one schema, and how losses and this comparison write the way to it. */
const STEPS: ReadonlyMap<string, string> = new Map([
  ['items', '[]'],
  ['additionalProperties', '{}'],
  ['propertyNames', '{key}'],
  ...['contains', 'contentSchema', 'else', 'if', 'not', 'then'].map(inBrackets),
  ...['unevaluatedItems', 'unevaluatedProperties'].map(inBrackets),
])

function inBrackets(keyword: string): [string, string] {
  return [keyword, `(${keyword})`]
}

function compareNamed(keyword: string, sides: Sides<unknown>, place: Place): string[] {
  const [old, fresh] = [asObject(sides.before), asObject(sides.after)]
  return unionOfKeys(old, fresh).flatMap((key) => {
    const inner =
      keyword === 'properties' ? atField(place, key) : at(place, `(${keyword} ${show(key)})`)
    if (!Object.hasOwn(old, key)) return [`${namePlace(inner.path)} is new`]
    if (!Object.hasOwn(fresh, key)) return [`${namePlace(inner.path)} is gone`]
    return compare(old[key], fresh[key], inner)
  })
}

/** A field that is new or gone has been named already. */
function compareRequired(oldSchema: Schema, freshSchema: Schema, place: Place): string[] {
  const [old, fresh] = [listOf(oldSchema['required']), listOf(freshSchema['required'])]
  const inBoth = (key: string) =>
    Object.hasOwn(asObject(oldSchema['properties']), key) &&
    Object.hasOwn(asObject(freshSchema['properties']), key)
  return [...new Set([...old, ...fresh])].toSorted().flatMap((key) => {
    if (old.includes(key) === fresh.includes(key)) return []
    const field = namePlace(atField(place, key).path)
    if (!inBoth(key)) return fresh.includes(key) ? [`${field} is required`] : []
    return [`${field} ${old.includes(key) ? 'required → optional' : 'optional → required'}`]
  })
}

function compareLists(
  keyword: 'anyOf' | 'oneOf' | 'allOf',
  { before, after }: Sides<readonly unknown[]>,
  place: Place,
): string[] {
  const { kept, gone, added } = compareOptions(before, after)
  const field = namePlace(place.path)
  const [noLonger, now] =
    keyword === 'allOf' ? ['need no longer be', 'must now be'] : ['may no longer be', 'may now be']
  const step = (index: number) => {
    if (keyword === 'allOf') return `&${index}`
    return isOneThing(after) ? '' : `|${index}`
  }
  const lines = [
    ...kept.flatMap(([one, other]) =>
      compare(one.schema, other.schema, at(place, step(other.index))),
    ),
    ...gone.map(({ schema }) => `${field} ${noLonger} ${show(schema)}`),
    ...added.map(({ schema }) => `${field} ${now} ${show(schema)}`),
  ]
  const isReordered = lines.length === 0 && !same(before, after)
  return isReordered ? [`${field} ${keyword} is in another order`] : lines
}

/** One thing, or that and null: then there is no need to say which option is meant. */
function isOneThing(options: readonly unknown[]): boolean {
  return options.filter((option) => !same(option, { type: 'null' })).length === 1
}

/** Two references that read the same may still lead to different things: each schema has its own definitions. */
function isUnchanged(before: unknown, after: unknown): boolean {
  return same(before, after) && !mentionsReference(before)
}

function mentionsReference(value: unknown): boolean {
  return typeof value === 'object' && value !== null && canonicalJson(value).includes('"$ref"')
}

function referenced(root: unknown, { $ref }: Schema): unknown {
  return typeof $ref === 'string' ? findReferenced(root, $ref) : undefined
}

/** A reference replaced by what it leads to; `undefined` where both say something on the same matter. */
function inPlace(schema: Schema, target: unknown): unknown {
  if (target === undefined) return schema
  const rest = withoutReference(schema)
  const keys = Object.keys(rest)
  if (keys.length === 0) return target
  if (!isPlainObject(target) || keys.some((key) => Object.hasOwn(target, key))) return undefined
  return { ...target, ...rest }
}

function withoutReference({ $ref: _, ...rest }: Schema): Schema {
  return rest
}

/** The definitions of the root are named by what they say, and are compared where they are used. */
function areOfRoot(before: unknown, after: unknown, walk: Walk): boolean {
  const isOf = (root: unknown, defs: unknown) =>
    defs === undefined || (isPlainObject(root) && root['$defs'] === defs)
  return isOf(walk.before, before) && isOf(walk.after, after)
}

function at(place: Place, step: string): Place {
  return { ...place, path: `${place.path}${step}`, depth: place.depth + 1 }
}

function atField(place: Place, key: string): Place {
  return { ...place, path: formatPath(place.path, [key]), depth: place.depth + 1 }
}

function asObject(value: unknown): Schema {
  return isPlainObject(value) ? value : {}
}

function listOf(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.map(String) : []
}

import { createToolError } from '../errors.js'
import { isPlainObject } from '../json.js'
import { holdsByName, isLiteral, unescapePointer, visitSchemas } from '../json-schema-references.js'
import { nameByContent, type Outline } from './name-by-content.js'
import { canonicalJson } from './stable-json.js'

/** `$defs/name` or `definitions/name`: where a schema keeps a definition. */
type Place = string

const MOST_DEFINITIONS = 500

/** A schema with those definitions that it needs, each named by what it says. */
export function nameDefinitions(schema: Record<string, unknown>): Record<string, unknown> {
  const { $defs, definitions, ...root } = schema
  const defs = new Map<Place, unknown>([
    ...entriesOf(definitions).map(([name, def]): [Place, unknown] => [`definitions/${name}`, def]),
    ...entriesOf($defs).map(([name, def]): [Place, unknown] => [`$defs/${name}`, def]),
  ])
  if (defs.size > MOST_DEFINITIONS) {
    throw createToolError({
      category: 'validation',
      code: 'toolbox.schema_not_describable',
      message: `a schema of ${defs.size} definitions; at most ${MOST_DEFINITIONS} are taken`,
    })
  }
  const needed = listNeeded(root, defs)
  const names = nameByContent(
    new Map([...needed].map((place) => [place, toOutline(defs.get(place))])),
  )
  const rename = (place: Place) => shorten(names.get(place))
  const named = [...needed].map((place) => [rename(place), renamed(defs.get(place), rename)])
  const described = renamed(root, rename) as Record<string, unknown>
  return named.length > 0 ? { ...described, $defs: Object.fromEntries(named) } : described
}

function shorten(hash: string | undefined): string | undefined {
  return hash === undefined ? undefined : `s${hash.slice(0, 12)}`
}

/** Those that the root leads to, and those that hold an anchor, to which anyone may lead. */
function listNeeded(root: unknown, defs: ReadonlyMap<Place, unknown>): ReadonlySet<Place> {
  const anchored = [...defs].filter(([, def]) => holdsAnchor(def)).map(([place]) => place)
  const needed = new Set<Place>()
  const waiting = [...listPlaces(root), ...anchored]
  for (let place = waiting.pop(); place !== undefined; place = waiting.pop()) {
    if (needed.has(place) || !defs.has(place)) continue
    needed.add(place)
    waiting.push(...listPlaces(defs.get(place)))
  }
  return needed
}

/** The text of a definition with its references left blank, and where they lead, in the order of the text. */
function toOutline(def: unknown): Outline {
  const blank = renamed(def, () => '')
  return { text: canonicalJson(blank), leadsTo: listPlaces(JSON.parse(canonicalJson(def))) }
}

function listPlaces(node: unknown): Place[] {
  const places: Place[] = []
  visitSchemas(node, [], ({ $ref, discriminator }) => {
    const references = [$ref, ...mappingOf(discriminator).map(([, reference]) => reference)]
    for (const reference of references) {
      const found = typeof reference === 'string' ? readReference(reference) : undefined
      if (found) places.push(found.place)
    }
  })
  return places
}

/** A copy in which references to definitions go by other names. */
function renamed(node: unknown, rename: (place: Place) => string | undefined): unknown {
  if (Array.isArray(node)) return node.map((inner) => renamed(inner, rename))
  if (!isPlainObject(node)) return node
  return mapValues(node, (value, key) => {
    if (key === '$ref' && typeof value === 'string') return renamedReference(value, rename)
    if (key === 'discriminator' && isPlainObject(value)) return renamedMapping(value, rename)
    if (isLiteral(key)) return value
    if (holdsByName(key) && isPlainObject(value)) {
      return mapValues(value, (inner) => renamed(inner, rename))
    }
    return renamed(value, rename)
  })
}

/** OpenAPI's way to say which option is meant, as some generators of JSON Schema write it. */
function renamedMapping(
  discriminator: Record<string, unknown>,
  rename: (place: Place) => string | undefined,
): Record<string, unknown> {
  if (!isPlainObject(discriminator['mapping'])) return discriminator
  const mapping = mapValues(discriminator['mapping'], (reference) =>
    typeof reference === 'string' ? renamedReference(reference, rename) : reference,
  )
  return { ...discriminator, mapping }
}

function mappingOf(discriminator: unknown): Array<[string, unknown]> {
  return isPlainObject(discriminator) ? entriesOf(discriminator['mapping']) : []
}

function renamedReference(reference: string, rename: (place: Place) => string | undefined): string {
  const found = readReference(reference)
  const name = found && rename(found.place)
  return name === undefined ? reference : `#/$defs/${name}${found?.rest}`
}

function readReference(reference: string): { place: Place; rest: string } | undefined {
  const match = /^#\/(\$defs|definitions)\/([^/]+)(.*)$/.exec(reference)
  if (!match) return undefined
  return { place: `${match[1]}/${unescapePointer(match[2] ?? '')}`, rest: match[3] ?? '' }
}

function holdsAnchor(def: unknown): boolean {
  let found = false
  visitSchemas(def, [], ({ $anchor, $dynamicAnchor, $id }) => {
    found ||= $anchor !== undefined || $dynamicAnchor !== undefined || $id !== undefined
  })
  return found
}

/** Through entries, so that a key called `__proto__` stays one. */
function mapValues(
  object: Record<string, unknown>,
  map: (value: unknown, key: string) => unknown,
): Record<string, unknown> {
  return Object.fromEntries(Object.entries(object).map(([key, value]) => [key, map(value, key)]))
}

function entriesOf(value: unknown): Array<[string, unknown]> {
  return isPlainObject(value) ? Object.entries(value) : []
}

import { createToolError } from '../errors.js'
import { formatPath, type JsonObject } from '../json.js'
import { type Loss } from '../serialization/loss.js'
import { type Dialect, type RenderedField } from './dialect.js'
import { ANYTHING, areDisjoint, orNull, within, type Evidence } from './evidence.js'
import { ABSENT, type FieldMend, type Mend, type OptionMend } from './mend.js'
import { needsMend } from './needs-mend.js'
import { jsonText, sayRules } from './say-rules.js'
import { resolveShape, takesNull, type Field, type Shape, type ShapeTree } from './shape.js'

/** What is on the way while a schema is written. */
export interface Work {
  readonly tree: ShapeTree
  readonly dialect: Dialect
  readonly losses: Loss[]
  readonly definitions: Map<string, JsonObject>
  readonly mends: Map<string, Mend>
  readonly evidence: Map<string, Evidence>
  /** References by the names under which they are kept. */
  readonly names: Map<string, string>
  /** References that are being written inline, outermost first. */
  readonly open: readonly string[]
  readonly count: { nodes: number }
}

export interface Place {
  readonly path: string
  /** How many objects and lists it is in. */
  readonly depth: number
  /** Whether `null` must be allowed beside what the shape says. */
  readonly nullable: boolean
}

export interface Written {
  readonly schema: JsonObject
  readonly mend?: Mend | undefined
  /** By what its values are told from others, as they are sent. */
  readonly evidence: Evidence
}

interface WrittenField extends Written {
  readonly absent?: FieldMend['absent']
}

/** References written out can multiply without end. */
const MAX_NODES = 20_000

/** Writes one part of a schema, and all below it. */
export function writeNode(work: Work, shape: Shape, place: Place): Written {
  if (++work.count.nodes > MAX_NODES) throw tooLarge()
  switch (shape.kind) {
    case 'json':
      return writeJson(work, shape, place, shape.feature)
    case 'reference':
      return writeReference(work, shape, place)
    case 'object':
    case 'list':
      if (place.depth >= work.dialect.maxDepth) return writeJson(work, shape, place, 'depth')
      if (isEmptyObject(shape) && place.depth > 0 && !work.dialect.emptyObjects) {
        return writeJson(work, shape, place, 'properties')
      }
      return shape.kind === 'object'
        ? writeObject(work, shape, place)
        : writeList(work, shape, place)
    case 'union':
      return writeUnion(work, shape, place)
    case 'choice':
      return writeChoice(work, shape, place)
    case 'string':
    case 'number':
    case 'integer':
    case 'boolean':
    case 'null':
      return write(work, shape, place, { kind: shape.kind }, typeEvidence(shape.kind))
  }
}

function typeEvidence(
  kind: 'integer' | 'list' | 'number' | 'string' | 'boolean' | 'null',
): Evidence {
  return { kind: 'type', type: kind === 'integer' ? 'number' : kind }
}

function isEmptyObject(shape: Shape): boolean {
  return shape.kind === 'object' && shape.fields.length === 0
}

type Rendered = Parameters<Dialect['render']>[0]
type Body = Rendered extends infer Node
  ? Node extends Rendered
    ? Omit<Node, 'description' | 'rules' | 'nullable'>
    : never
  : never

/** Writes a node with those rules that the dialect knows; the rest is kept in words, and reported. */
function write(
  work: Work,
  shape: Shape,
  { path, nullable }: Place,
  body: Body,
  evidence: Evidence,
): Written {
  const { rules, description, losses } = sayRules(shape, path, work.dialect)
  work.losses.push(...losses)
  // The union of bodies is distributed over the base by hand: the compiler does not see through it.
  const node = { ...body, rules, nullable, ...(description && { description }) } as Rendered
  return { schema: work.dialect.render(node), evidence: orNull(evidence, nullable) }
}

function writeObject(work: Work, shape: Shape & { kind: 'object' }, place: Place): Written {
  const isComplete = work.dialect.absent === 'null'
  const fields: RenderedField[] = []
  const mends: FieldMend[] = []
  const sure: Array<readonly [string, Evidence]> = []
  for (const field of shape.fields) {
    const { name, optional } = field
    const { schema, mend, absent, evidence } = writeField(work, field, {
      path: formatPath(place.path, [name]),
      depth: place.depth + 1,
      nullable: false,
    })
    fields.push({ name, schema, required: !optional || isComplete })
    if (!optional || isComplete) sure.push([name, optional ? ANYTHING : within(evidence)])
    if (mend || absent) mends.push({ name, ...(absent && { absent }), ...(mend && { mend }) })
  }
  const evidence: Evidence = {
    kind: 'object',
    fields: sure,
    ...(isComplete && { closed: shape.fields.map(({ name }) => name) }),
  }
  const written = write(work, shape, place, { kind: 'object', fields }, evidence)
  return mends.length > 0 ? { ...written, mend: { kind: 'fields', fields: mends } } : written
}

function writeField(work: Work, { shape, optional }: Field, place: Place): WrittenField {
  if (!optional || work.dialect.absent === 'omit') return writeNode(work, shape, place)
  if (!takesNull(shape, work.tree)) {
    return { ...writeNode(work, shape, { ...place, nullable: true }), absent: 'null' }
  }
  // A tool with a field of that name could mean the mark itself: then text must do.
  if (holdsMark(shape, work.tree)) {
    return { ...writeJson(work, shape, { ...place, nullable: true }, 'anyOf'), absent: 'null' }
  }
  const { schema, ...written } = writeNode(work, shape, place)
  const options = [schema, writeMark(work)]
  const both = work.dialect.render({ kind: 'union', options, rules: {}, nullable: false })
  return { ...written, schema: both, absent: 'mark' }
}

function holdsMark(shape: Shape, tree: ShapeTree, depth = 0): boolean {
  const found = resolveShape(shape, tree)
  if (!found || depth > MAX_UNIONS) return true
  if (found.kind === 'object') return found.fields.some(({ name }) => name === ABSENT)
  return found.kind === 'union' && found.options.some((one) => holdsMark(one, tree, depth + 1))
}

const MAX_UNIONS = 20

/** The object that says that a field is left out. */
function writeMark({ dialect }: Work): JsonObject {
  const choice = dialect.choice([true])
  const base = { rules: {}, nullable: false, description: 'left out' }
  const flag = dialect.render(
    choice ? { ...base, kind: 'choice', choice } : { ...base, kind: 'boolean' },
  )
  const fields = [{ name: ABSENT, schema: flag, required: true }]
  return dialect.render({ kind: 'object', fields, rules: {}, nullable: false })
}

function writeList(work: Work, shape: Shape & { kind: 'list' }, place: Place): Written {
  const { schema: items, mend } = writeNode(work, shape.items, {
    path: `${place.path}[]`,
    depth: place.depth + 1,
    nullable: false,
  })
  const written = write(work, shape, place, { kind: 'list', items }, typeEvidence('list'))
  return mend ? { ...written, mend: { kind: 'items', mend } } : written
}

function writeUnion(work: Work, shape: Shape & { kind: 'union' }, place: Place): Written {
  const options = shape.options.filter(({ kind }) => kind !== 'null')
  const nullable = place.nullable || options.length < shape.options.length
  const [only] = options
  if (!only) {
    if (shape.options.length === 0) return writeJson(work, shape, place, 'never')
    return writeNull(work, shape, place)
  }
  if (options.length === 1) return writeNode(work, saidOf(shape, only), { ...place, nullable })

  const forget = rememberWork(work)
  const written = options.map((option, index) =>
    writeNode(work, option, { ...place, path: `${place.path}|${index}`, nullable: false }),
  )
  const mend = tellApart(work, options, written)
  if (mend === 'ambiguous') {
    forget()
    return writeJson(work, shape, place, 'anyOf')
  }
  const body = { kind: 'union' as const, options: written.map(({ schema }) => schema) }
  const evidence: Evidence = { kind: 'any_of', options: written.map((one) => one.evidence) }
  return { ...write(work, shape, { ...place, nullable }, body, evidence), mend }
}

function writeNull(work: Work, shape: Shape, place: Place): Written {
  const bare = { ...place, nullable: false }
  return write(work, shape, bare, { kind: 'null' }, typeEvidence('null'))
}

/** Returns how to forget what is written from now on: its losses, and definitions, which others would else take without theirs. */
function rememberWork({ losses, names, definitions, mends, evidence }: Work): () => void {
  const count = losses.length
  const known = new Set(names.keys())
  return () => {
    losses.length = count
    for (const [reference, name] of names) {
      if (known.has(reference)) continue
      names.delete(reference)
      for (const kept of [definitions, mends, evidence]) kept.delete(name)
    }
  }
}

/** An option that is left alone, with what the union said of it. */
function saidOf(union: Shape, option: Shape): Shape {
  const description = union.description ?? option.description
  return {
    ...option,
    ...(description !== undefined && { description }),
    rules: { ...option.rules, ...union.rules },
    left: [...option.left, ...union.left],
  }
}

/** How arguments find back through a union. Options that ask for different mending must not share a value. */
function tellApart(
  { tree, dialect }: Work,
  options: readonly Shape[],
  written: readonly Written[],
): Mend | undefined | 'ambiguous' {
  const isNeeded = options.map(
    (option, index) => written[index]?.mend !== undefined && needsMend(option, tree, dialect),
  )
  if (!isNeeded.includes(true)) return undefined
  const told = written.map(({ mend, evidence }, index): OptionMend => ({
    evidence,
    ...(mend && isNeeded[index] && { mend }),
  }))
  const isClear = told.every((one, index) =>
    told
      .slice(index + 1)
      .every((other) => isSameMend(one, other) || areDisjoint(one.evidence, other.evidence)),
  )
  return isClear ? { kind: 'options', options: told } : 'ambiguous'
}

function isSameMend(a: OptionMend, b: OptionMend): boolean {
  return JSON.stringify(a.mend) === JSON.stringify(b.mend)
}

function writeChoice(work: Work, shape: Shape & { kind: 'choice' }, place: Place): Written {
  const values = shape.values.filter((value) => value !== null)
  const nullable = place.nullable || values.length < shape.values.length
  const [first] = values
  if (first === undefined) return writeNull(work, shape, place)
  const choice = work.dialect.choice(values)
  if (choice) {
    const evidence: Evidence = { kind: 'values', values }
    return write(work, shape, { ...place, nullable }, { kind: 'choice', choice }, evidence)
  }
  const kinds = [...new Set(values.map(kindOfValue))]
  const [kind = 'string'] = kinds
  if (kinds.length === 1) {
    // The type can be told, the values only in words.
    const told = { ...shape, left: [...shape.left, { feature: 'enum', value: values }] }
    return write(work, told, { ...place, nullable }, { kind }, typeEvidence(kind))
  }
  const options = kinds.map((one): Shape => ({
    kind: 'choice',
    values: values.filter((value) => kindOfValue(value) === one),
    rules: {},
    left: [],
  }))
  return writeUnion(work, { ...shape, kind: 'union', options }, { ...place, nullable })
}

function kindOfValue(value: unknown): 'string' | 'number' | 'boolean' {
  if (typeof value === 'boolean') return 'boolean'
  return typeof value === 'number' ? 'number' : 'string'
}

function writeReference(work: Work, shape: Shape & { kind: 'reference' }, place: Place): Written {
  const target = work.tree.definitions.get(shape.to)
  if (!target) return writeJson(work, shape, place, 'reference')
  if (work.dialect.references === 'inlined') {
    if (work.open.includes(shape.to)) return writeJson(work, shape, place, 'cycle')
    return writeNode({ ...work, open: [...work.open, shape.to] }, saidOf(shape, target), place)
  }
  const known = work.names.get(shape.to)
  const name = known ?? nameDefinition(work, shape.to)
  if (known === undefined) {
    work.names.set(shape.to, name)
    work.evidence.set(name, kindEvidence(resolveShape(target, work.tree)))
    const inner = writeNode(work, target, { ...place, depth: 0, nullable: false })
    work.definitions.set(name, inner.schema)
    work.evidence.set(name, within(inner.evidence))
    if (inner.mend) work.mends.set(name, inner.mend)
  }
  const evidence = work.evidence.get(name) ?? ANYTHING
  const written = write(work, shape, place, { kind: 'reference', to: name }, evidence)
  return { ...written, mend: { kind: 'definition', name } }
}

/** What is known of a definition while it is being written. */
function kindEvidence(shape: Shape | undefined): Evidence {
  if (shape?.kind === 'object') return { kind: 'object', fields: [] }
  return shape?.kind === 'list' ? typeEvidence('list') : ANYTHING
}

function nameDefinition({ names }: Work, reference: string): string {
  const readable = reference.replace(/^.*\//, '').replaceAll(/[^A-Za-z0-9_]/g, '') || 'root'
  const taken = new Set(names.values())
  for (let count = 1; ; count++) {
    const name = count === 1 ? readable : `${readable}_${count}`
    if (!taken.has(name)) return name
  }
}

function writeJson(work: Work, shape: Shape, place: Place, feature: string): Written {
  const { provider } = work.dialect
  work.losses.push(
    lossAt(
      place.path,
      feature,
      `${provider} cannot say it as a schema, so it is sent as JSON text`,
    ),
  )
  const text: Shape = {
    kind: 'string',
    description: jsonText(shape),
    rules: {},
    left: shape.left,
  }
  const written = write(work, text, place, { kind: 'string' }, typeEvidence('string'))
  return { ...written, mend: { kind: 'json' } }
}

export function lossAt(path: string, feature: string, reason: string): Loss {
  return { path, feature, reason }
}

function tooLarge() {
  return createToolError({
    category: 'validation',
    code: 'toolbox.schema_too_large',
    message: `its schema has over ${MAX_NODES} parts once references are followed`,
  })
}

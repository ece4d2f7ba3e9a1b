import { type JsonSchema } from '../schema.js'
import { type CompiledSchema, type Dialect } from './dialect.js'
import { WRAPPED } from './mend.js'
import { readShape } from './read-shape.js'
import { resolveShape, type Field, type Shape } from './shape.js'
import { lossAt, writeNode, type Place, type Work, type Written } from './write-schema.js'

/**
 * A schema in a provider's dialect, the losses on the way, and how arguments find back. Whatever the dialect cannot say as
 * structure travels as JSON text, so that every valid input can still be sent. The root is always an object of fields.
 */
export function compileSchema(schema: JsonSchema, dialect: Dialect): CompiledSchema {
  const tree = readShape(schema)
  const work: Work = {
    tree,
    dialect,
    losses: [],
    definitions: new Map(),
    mends: new Map(),
    evidence: new Map(),
    names: new Map(),
    open: [],
    count: { nodes: 0 },
  }
  const { schema: written, mend } = writeRoot(work)
  const plan = mend && { root: mend, definitions: work.mends }
  return {
    schema: written,
    definitions: work.definitions,
    losses: work.losses,
    ...(plan && { mend: plan }),
  }
}

function writeRoot(work: Work): Written {
  const { tree } = work
  const place: Place = { path: 'input', depth: 0, nullable: false }
  const root = resolveShape(tree.root, tree) ?? tree.root
  if (root.kind === 'object') return writeNode(work, root, place)
  if (isBareObject(root)) {
    work.losses.push(
      lossAt('input', 'additionalProperties', 'no field is named, so none can be sent'),
    )
    return writeNode(work, { ...root, kind: 'object', fields: [] }, place)
  }
  const field: Field = { name: WRAPPED, shape: root, optional: false }
  const wrapper: Shape = { kind: 'object', fields: [field], rules: {}, left: [] }
  const { schema, mend, evidence } = writeNode(work, wrapper, place)
  const inner = mend?.kind === 'fields' ? mend.fields[0]?.mend : undefined
  return {
    schema,
    evidence,
    mend: { kind: 'unwrap', field: WRAPPED, ...(inner && { mend: inner }) },
  }
}

/** `{ type: 'object' }`, by which many makers of tools say that there is nothing to send. */
function isBareObject(root: Shape): boolean {
  if (root.kind !== 'json' || typeof root.schema === 'boolean') return false
  const { type, properties, additionalProperties, patternProperties } = root.schema
  return (
    type === 'object' && (properties ?? additionalProperties ?? patternProperties) === undefined
  )
}

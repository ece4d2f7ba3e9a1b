import { type JsonObject, type JsonValue } from '../json.js'
import { type Loss } from '../serialization/loss.js'
import { type Dialect } from './dialect.js'
import { type Shape } from './shape.js'

interface SaidRules {
  readonly rules: JsonObject
  readonly description?: string
  readonly losses: readonly Loss[]
}

/** Longer than this, a rule in words would cost more than it tells. */
const MAX_NOTE = 200

const MAX_SCHEMA = 1_000

/** The rules that a dialect knows, in its words; the others go into the description, and are reported. */
export function sayRules(shape: Shape, path: string, dialect: Dialect): SaidRules {
  const rules = new Map<string, JsonValue>()
  const notes: string[] = []
  const losses: Loss[] = []
  const leave = (feature: string, value: JsonValue | undefined) => {
    const note = value === undefined ? '' : `${feature}: ${JSON.stringify(value)}`
    const isNoted = note !== '' && note.length <= MAX_NOTE
    if (isNoted) notes.push(note)
    const reason = `${dialect.provider} does not know it${isNoted ? '; the description says it' : ''}`
    losses.push({ path, feature, reason })
  }
  for (const [keyword, value] of Object.entries(shape.rules)) {
    const said = dialect.rule(keyword, value, shape.kind)
    if (!said) leave(keyword, value)
    else for (const [word, inner] of Object.entries(said)) rules.set(word, inner)
  }
  for (const { feature, value } of shape.left) leave(feature, value)
  const noted = notes.length > 0 ? `(${notes.join('; ')})` : undefined
  const description = [shape.description, noted].filter((text) => text !== undefined).join(' ')
  return {
    rules: Object.fromEntries(rules),
    ...(description !== '' && { description }),
    losses,
  }
}

/** What a model is told of a value that it must write as JSON text. */
export function jsonText(shape: Shape): string {
  const said = shape.kind === 'json' ? JSON.stringify(shape.schema) : ''
  const isTellable = said !== '' && said.length <= MAX_SCHEMA && !said.includes('"$ref"')
  const form = isTellable ? `JSON text of a value that fits ${said}` : 'JSON text of the value'
  return shape.description === undefined ? form : `${shape.description} (${form})`
}

import { type JsonValue, type ToolSchema } from '@armorer/core'
import type { Intent } from '../intent.js'
import type { Operation } from '../operation.js'
import { marksAnything, redact, REDACTED } from './redact.js'

/** What the schemas of operations mark as not to be shown, at work. */
export interface Redaction {
  /** The arguments of an operation. Of one that nobody knows, nothing is shown. */
  args(operation: string, args: JsonValue): JsonValue
  /** An intent as it may be shown. What no schema describes is hidden too, where its operation marks anything at all. */
  intent(intent: Intent): Intent
}

/** Reads the marks of these operations. */
export function createRedaction(operations: readonly Operation[]): Redaction {
  const known = new Map(operations.map((operation) => [operation.name, operation]))
  const marked = new Set(operations.filter(isMarked).map(({ name }) => name))

  const by = (schema: ToolSchema | undefined, value: JsonValue) =>
    schema ? redact(schema, value) : REDACTED
  const args = (operation: string, value: JsonValue) => by(known.get(operation)?.input, value)

  return {
    args,
    intent(intent) {
      const { operation, value, undo, failure, probe, evidence } = intent
      const isOpen = known.has(operation) && !marked.has(operation)
      const undescribed = (one: JsonValue | undefined) =>
        one === undefined || isOpen ? one : REDACTED
      const output = known.get(operation)?.output
      return {
        ...intent,
        args: args(operation, intent.args),
        value: value === undefined || !output ? undescribed(value) : redact(output, value),
        undo: undo && { ...undo, args: args(undo.operation, undo.args) },
        failure: failure && { ...failure, message: isOpen ? failure.message : REDACTED },
        probe: undescribed(probe),
        evidence: undescribed(evidence),
      }
    },
  }
}

function isMarked({ input, output }: Operation): boolean {
  return marksAnything(input) || (output !== undefined && marksAnything(output))
}

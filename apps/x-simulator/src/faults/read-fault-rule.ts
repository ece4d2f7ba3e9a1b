import { integer, isObject, object, oneOf, optional, type Schema, text } from '../http/schema.js'
import { invalidRequest } from '../http/problem.js'
import { type Fault, type FaultRule } from './fault.js'

const when = oneOf('before', 'after')
const duration = integer(0, 86_400_000)

const faults: Readonly<Record<Fault['kind'], Schema<unknown>>> = {
  drop: object({ kind: oneOf('drop'), when }),
  reset: object({ kind: oneOf('reset'), when }),
  hang: object({ kind: oneOf('hang'), when, ms: optional(duration) }),
  status: object({
    kind: oneOf('status'),
    status: integer(400, 599),
    when,
    shape: optional(oneOf('problem', 'legacy', 'html')),
    resetSeconds: optional(integer(0, 86_400)),
  }),
  'bad-body': object({
    kind: oneOf('bad-body'),
    when,
    body: oneOf('truncated', 'html', 'empty', 'not-json', 'wrong-shape', 'not-utf8'),
  }),
  slow: object({ kind: oneOf('slow'), ms: duration }),
  late: object({ kind: oneOf('late'), ms: duration, answer: lateAnswer }),
  lag: object({ kind: oneOf('lag'), ms: duration }),
}

const rule = object({
  method: optional(text({ max: 10 })),
  path: optional(text({ max: 200 })),
  account: optional(text({ max: 15 })),
  skip: optional(integer(0, 1_000_000)),
  times: optional(integer(1, 1_000_000)),
  probability: optional(probability),
  fault,
})

/** Reads a rule that came as JSON. */
export function readFaultRule(value: unknown, path = '$'): FaultRule {
  // The shapes above are those of the type, kind by kind.
  return rule(value, path) as FaultRule
}

function fault(value: unknown, path: string): unknown {
  const kind = isObject(value) ? value['kind'] : undefined
  if (typeof kind !== 'string' || !Object.hasOwn(faults, kind)) {
    const kinds = Object.keys(faults).join(', ')
    throw invalidRequest({ parameters: { kind: [] }, message: `${path}.kind: one of ${kinds}` })
  }
  return faults[kind as Fault['kind']](value, path)
}

function lateAnswer(value: unknown, path: string): unknown {
  return value === 503 ? value : oneOf('drop', 'reset', 'hang')(value, path)
}

function probability(value: unknown, path: string): number {
  if (typeof value === 'number' && value >= 0 && value <= 1) return value
  throw invalidRequest({ parameters: {}, message: `${path}: a number from 0 to 1` })
}

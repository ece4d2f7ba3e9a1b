import { isPlainObject } from '../../packages/core/src/json.js'
import { type Evidence } from '../../packages/core/src/adapter/evidence.js'
import { ABSENT, type Mend, type MendPlan } from '../../packages/core/src/adapter/mend.js'

/**
 * An input as a provider would send it that was told the compiled schema: the way back, written from the plan alone.
 * Where an input fits several options of a union, the provider may mean any of them: the first, or the last.
 */
export function sendArguments(
  input: unknown,
  plan: MendPlan | undefined,
  choose: 'first' | 'last' = 'first',
): unknown {
  return plan?.root ? send(input, plan.root, { definitions: plan.definitions, choose }) : input
}

interface Way {
  readonly definitions: ReadonlyMap<string, Mend>
  readonly choose: 'first' | 'last'
}

function send(value: unknown, mend: Mend, way: Way): unknown {
  const inner = (given: unknown, further: Mend | undefined) =>
    further ? send(given, further, way) : given
  switch (mend.kind) {
    case 'json':
      return JSON.stringify(value)
    case 'items':
      return Array.isArray(value) ? value.map((item) => inner(item, mend.mend)) : value
    case 'definition':
      return inner(value, way.definitions.get(mend.name))
    case 'unwrap':
      return { [mend.field]: inner(value, mend.mend) }
    case 'options': {
      const sent = mend.options.map((option) => ({ option, as: inner(value, option.mend) }))
      const fitting = sent.filter(({ option, as }) => fitsOption(as, option.evidence))
      return (way.choose === 'first' ? fitting[0] : fitting.at(-1))?.as ?? value
    }
    case 'fields': {
      if (!isPlainObject(value)) return value
      const fields = new Map(mend.fields.map((field) => [field.name, field]))
      const there = Object.entries(value).map(([name, given]) => [
        name,
        inner(given, fields.get(name)?.mend),
      ])
      const missing = mend.fields
        .filter(({ name, absent }) => absent && !Object.hasOwn(value, name))
        .map(({ name, absent }) => [name, absent === 'null' ? null : { [ABSENT]: true }])
      return Object.fromEntries([...there, ...missing]) as unknown
    }
  }
}

/** Written here once more, so that what is tested does not judge itself. */
function fitsOption(value: unknown, evidence: Evidence): boolean {
  switch (evidence.kind) {
    case 'anything':
      return true
    case 'values':
      return evidence.values.includes(value as never)
    case 'any_of':
      return evidence.options.some((option) => fitsOption(value, option))
    case 'type':
      if (evidence.type === 'null') return value === null
      return evidence.type === 'list' ? Array.isArray(value) : typeof value === evidence.type
    case 'object': {
      if (!isPlainObject(value)) return false
      const { fields, closed } = evidence
      const isRuledOut = closed && Object.keys(value).some((name) => !closed.includes(name))
      return (
        !isRuledOut &&
        fields.every(
          ([name, inner]) => Object.hasOwn(value, name) && fitsOption(value[name], inner),
        )
      )
    }
  }
}

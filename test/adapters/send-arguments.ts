import { isPlainObject } from '../../packages/core/src/json.js'
import { fitsEvidence } from '../../packages/core/src/adapter/evidence.js'
import { ABSENT, type Mend, type MendPlan } from '../../packages/core/src/adapter/mend.js'

/** An input as a provider would send it that was told the compiled schema: the way back, written from the plan alone. */
export function sendArguments(input: unknown, plan: MendPlan | undefined): unknown {
  return plan?.root ? send(input, plan.root, plan.definitions) : input
}

function send(value: unknown, mend: Mend, definitions: ReadonlyMap<string, Mend>): unknown {
  const inner = (given: unknown, further: Mend | undefined) =>
    further ? send(given, further, definitions) : given
  switch (mend.kind) {
    case 'json':
      return JSON.stringify(value)
    case 'items':
      return Array.isArray(value) ? value.map((item) => inner(item, mend.mend)) : value
    case 'definition':
      return inner(value, definitions.get(mend.name))
    case 'unwrap':
      return { [mend.field]: inner(value, mend.mend) }
    case 'options': {
      const sent = mend.options.map((option) => ({ option, as: inner(value, option.mend) }))
      return sent.find(({ option, as }) => fitsEvidence(as, option.evidence))?.as ?? value
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

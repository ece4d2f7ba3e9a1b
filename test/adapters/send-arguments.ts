import { isDeepStrictEqual } from 'node:util'
import { type Evidence } from '../../packages/core/src/adapter/evidence.js'
import { isPlainObject } from '../../packages/core/src/json.js'
import {
  ABSENT,
  mendArguments,
  type Mend,
  type MendPlan,
} from '../../packages/core/src/adapter/mend.js'

/** More than this many ways to say one input are not tried. */
const MOST = 64

/**
 * All the ways in which a provider that was told the compiled schema may send an input: the way back, written from the plan
 * alone. Of the options of a union all that fit are tried; whether they really do is for the compiled schema to say.
 */
export function listSendings(input: unknown, plan: MendPlan | undefined): readonly unknown[] {
  return plan?.root ? send(input, plan.root, plan.definitions) : [input]
}

function send(
  value: unknown,
  mend: Mend,
  definitions: ReadonlyMap<string, Mend>,
): readonly unknown[] {
  const inner = (given: unknown, further: Mend | undefined) =>
    further ? send(given, further, definitions) : [given]
  switch (mend.kind) {
    case 'json':
      return [JSON.stringify(value)]
    case 'items':
      if (!Array.isArray(value)) return [value]
      return combine(value.map((item) => inner(item, mend.mend)))
    case 'definition':
      return inner(value, definitions.get(mend.name))
    case 'unwrap':
      return inner(value, mend.mend).map((sent) => ({ [mend.field]: sent }))
    case 'options': {
      const sendings = mend.options.flatMap(({ mend: root, evidence }) =>
        inner(value, root).filter(
          (sent) =>
            fitsOption(sent, evidence) &&
            isMeant(sent, value, { ...(root && { root }), definitions }),
        ),
      )
      // What fits no option goes as it is: `null`, where the union as a whole may be that.
      return sendings.length > 0 ? sendings.slice(0, MOST) : [value]
    }
    case 'fields': {
      if (!isPlainObject(value)) return [value]
      const fields = new Map(mend.fields.map((field) => [field.name, field]))
      const names = Object.keys(value)
      const there = names.map((name) => inner(value[name], fields.get(name)?.mend))
      const missing = mend.fields
        .filter(({ name, absent }) => absent && !Object.hasOwn(value, name))
        .map(({ name, absent }) => [name, absent === 'null' ? null : { [ABSENT]: true }] as const)
      return combine(there).map((sent) =>
        Object.fromEntries([
          ...names.map((name, index) => [name, sent[index]] as const),
          ...missing,
        ]),
      )
    }
  }
}

/** Whether an option says this very input by what it would send, and not something near it. */
function isMeant(sent: unknown, value: unknown, plan: MendPlan): boolean {
  return isDeepStrictEqual(mendArguments(sent, plan), value)
}

/** Every choice of one from each list, up to a point. */
function combine(lists: ReadonlyArray<readonly unknown[]>): ReadonlyArray<readonly unknown[]> {
  return lists.reduce<ReadonlyArray<readonly unknown[]>>(
    (chosen, list) =>
      chosen.flatMap((before) => list.map((one) => [...before, one])).slice(0, MOST),
    [[]],
  )
}

/** Written here once more, so that what is tested does not judge itself. */
function fitsOption(value: unknown, evidence: Evidence): boolean {
  switch (evidence.kind) {
    case 'anything':
      return true
    case 'values':
      return evidence.values.some((known) => known === value)
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

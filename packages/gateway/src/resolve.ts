import { canonicalJson, isStandardSchema, type JsonValue } from '@armorer/core'
import { type Effect } from './effect.js'
import { getEffect, type Parts } from './parts.js'
import { onlyDeciders } from './principal.js'
import { recordsOf, settledIntent, toSucceeded } from './settle.js'
import { type StoreDenial } from './store.js'
import { noResolution, type Decided, type Decider, type Resolution } from './approval-store.js'
import { noIntent } from './no-intent.js'

/** What a person can say of a change of which nobody else knows what became. */
export type HumanResolution = Resolution<FoundByHand>

export interface FoundByHand {
  readonly kind: 'applied'
  /** What the operation gives, as far as it is known. */
  readonly value?: JsonValue | undefined
  readonly externalId?: string | undefined
}

const KINDS: ReadonlySet<string> = new Set(['applied', 'not_applied', 'go_on'])

/** Ends an intent that needs a person by what the person has found out, or lets it be tried again. */
export async function resolveIntent(
  parts: Parts,
  id: string,
  by: Decider,
  said: HumanResolution,
): Promise<Decided> {
  if (!KINDS.has(said?.kind)) throw noResolution(said)
  const refusal = onlyDeciders(by)
  if (refusal) return refusal
  const intent = await parts.store.findIntent(id)
  if (!intent) throw noIntent(id)
  const effect = getEffect(parts, intent.operation)
  if (said.kind !== 'applied') {
    return parts.store.resolve({ intent: id, by, resolution: said, record: () => [] })
  }
  const problem = await problemWith(effect, said)
  if (problem) return problem
  const { kind: _, ...succeeded } = toSucceeded(effect, intent.args, {
    value: said.value,
    externalId: said.externalId,
    evidence: { foundBy: by.principal.id },
  })
  const lease = { intent: id, owner: '', generation: intent.generation }
  return parts.store.resolve({
    intent: id,
    by,
    resolution: { kind: 'applied', ...succeeded },
    record: (at) =>
      recordsOf(
        effect,
        settledIntent({ ...intent, effect, lease }, { ...succeeded, kind: 'succeeded' }, at),
      ),
  })
}

async function problemWith(
  effect: Effect,
  { value }: FoundByHand,
): Promise<StoreDenial | undefined> {
  const { name, output } = effect.operation
  if (value === undefined || !isStandardSchema(output)) return undefined
  canonicalJson(value)
  const checked = await output['~standard'].validate(value)
  if (!checked.issues) return undefined
  const reason = `what was found is not what ${name} gives`
  return { kind: 'denied', code: 'invalid_input', reason }
}

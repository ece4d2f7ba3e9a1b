import { isStandardSchema, type JsonValue } from '@armorer/core'
import { isName, toKept } from './deliver.js'
import { type EffectSpec, type Look } from './effect.js'
import { requestsOf, timeoutOf, type Parent, type Parts } from './parts.js'
import { messageOf } from './thrown.js'

export interface Sought extends Parent {
  readonly args: JsonValue
  readonly probe: JsonValue | undefined
  readonly dispatchedAt: number
}

/** A little before the dispatch, since clocks differ. */
const SLACK_MS = 5_000

/** Looks for an intent in the world. Whatever goes wrong on the way means only that it could not be read. */
export async function look(parts: Parts, effect: EffectSpec, sought: Sought): Promise<Look> {
  const { store, times } = parts
  if (!effect.reconcile) {
    return { kind: 'ambiguous', evidence: { reason: 'this effect has no way to look' } }
  }
  const window = {
    from: sought.dispatchedAt - SLACK_MS,
    until: sought.dispatchedAt + times.settle,
  }
  const isBound = (externalId: string) =>
    store.isBound(sought.account, effect.operation.name, externalId)
  try {
    const { id, account, args, probe, dispatchedAt } = sought
    const lost = { id, account, args, probe, dispatchedAt, isBound, step: parts.stepsOf(sought) }
    const timeoutMs = timeoutOf(requestsOf(effect, args), times)
    const looking = effect.reconcile(lost, window).then((found) => checked(effect, found))
    return await inTime(looking, timeoutMs)
  } catch (error) {
    return { kind: 'unreadable', message: messageOf(error) }
  }
}

const KINDS: ReadonlySet<unknown> = new Set([
  'applied',
  'absent',
  'ambiguous',
  'unreadable',
  'postponed',
])

/** What is not what the operation gives was not found, only something like it. */
async function checked(effect: EffectSpec, found: Look): Promise<Look> {
  if (!KINDS.has(found?.kind)) return { kind: 'unreadable', message: 'the look gave no answer' }
  if (found.kind === 'unreadable' || found.kind === 'postponed') {
    return { kind: found.kind, message: messageOf(found.message) }
  }
  const evidence = toKept(found.evidence)?.value
  if (found.kind !== 'applied') return { kind: found.kind, evidence }
  if (!isName(found.externalId ?? 'none')) {
    return { kind: 'unreadable', message: 'what was found has no id that could be kept' }
  }
  const { name, output } = effect.operation
  if (!isStandardSchema(output)) return { ...found, evidence }
  const result = await output['~standard'].validate(found.value)
  if (!result.issues) return { ...found, evidence, value: result.value }
  return { kind: 'unreadable', message: `what was found is not what ${name} gives` }
}

function inTime<Value>(work: Promise<Value>, ms: number): Promise<Value> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`no answer within ${ms} ms`)), ms)
    work.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}

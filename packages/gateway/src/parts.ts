import { allow, deny, type JsonValue } from '@armorer/core'
import { type BreakerTerms } from './breakers.js'
import { type ApprovalSeal } from './approval-seal.js'
import { type Clock } from './clock.js'
import { type Effect, type EffectSpec, type RunStep } from './effect.js'
import { type Ids } from './ids.js'
import { type Intent } from './intent.js'
import { type Memory } from './memory.js'
import { type Denial } from './outcome.js'
import { NOBODY, type Deciding } from './policy/deciding.js'
import { type ActivePolicy, type Judged, type Judgement, type Policy } from './policy/policy.js'
import { messageOf } from './thrown.js'
import { type Replays } from './replays.js'
import { StorageError, type Store, type Watched } from './store.js'
import { type Times } from './times.js'
import { type Watch } from './watch.js'

/** What the functions of one gateway share. */
export interface Parts {
  readonly store: Store
  readonly effects: ReadonlyMap<string, Effect>
  readonly policy: Policy
  readonly times: Times
  readonly clock: Clock
  readonly ids: Ids
  readonly memory: Memory
  readonly replays: Replays
  readonly seal: ApprovalSeal
  readonly writerVersion: number
  /** Who holds the leases that this process takes. */
  readonly owner: string
  /** When an account stops by itself; `undefined`: never. */
  readonly breakers: BreakerTerms | undefined
  /** What is under way. */
  readonly watch: Watch
  /** How the steps of an intent are run. */
  readonly stepsOf: (parent: Parent) => RunStep
}

/** As much of an intent as its steps inherit. */
export interface Parent extends Pick<Intent, 'id' | 'account' | 'principal' | 'mode' | 'labels'> {
  /** When a person last said that it is to be gone on with. */
  readonly retriedAt?: number | undefined
}

/** Nobody knows how to carry it out: a mistake of the program, not of the one who asks. */
export class UnknownOperation extends Error {
  override readonly name = 'UnknownOperation'

  constructor(operation: string) {
    super(`no effect is registered for ${operation}; hand it to createGateway`)
  }
}

export function getEffect({ effects }: Parts, operation: string): Effect {
  const effect = effects.get(operation)
  if (!effect) throw new UnknownOperation(operation)
  return effect
}

/** By what breakers judge an outcome. What an effect says of its text may fail, and that says nothing. */
export function watchedOf({ breakers }: Parts, effect: Effect, args: JsonValue): Watched {
  if (!breakers || !('text' in effect) || !effect.text) return { breakers }
  try {
    return { breakers, text: effect.text(args) }
  } catch {
    return { breakers }
  }
}

/** How many requests an effect makes. */
export function requestsOf({ operation, requests }: EffectSpec, args: JsonValue): number {
  const count: unknown = requests?.(args) ?? 1
  if (typeof count === 'number' && Number.isFinite(count)) return Math.max(1, count)
  throw new TypeError(`requests of ${operation.name} gave ${String(count)}, which is no number`)
}

/** How long so many are waited for. */
export function timeoutOf(requests: number, { request }: Times): number {
  return Math.min(request * requests, LONGEST_MS)
}

/** No timer waits longer. */
const LONGEST_MS = 2 ** 31 - 1

/** A policy that fails has not allowed anything. */
export function judgeWith(policy: Policy, judged: Judged, active: ActivePolicy): Judgement {
  try {
    return policy.current(active).judge(judged, active)
  } catch (error) {
    const reason = `the policy could not judge ${judged.operation}: ${messageOf(error)}`
    return {
      decision: deny(reason, 'policy-failed'),
      rule: 'policy-failed',
      reason,
      repeatable: false,
      version: active.version,
      reserves: [],
      shadows: [],
      band: undefined,
      deciding: NOBODY,
    }
  }
}

/** Who may decide. A policy that fails lets nobody. */
export function decidingWith(policy: Policy, active: ActivePolicy): Deciding {
  try {
    return policy.current(active).deciding
  } catch {
    return NOBODY
  }
}

/** A step may still be denied; whatever else the policy wants was settled with the whole, and so was what it uses. */
export function denyOnly(judgement: Judgement): Judgement {
  const { decision } = judgement
  return decision.kind === 'deny' ? judgement : { ...judgement, decision: allow, reserves: [] }
}

/** What could not be judged is refused. Whatever else goes wrong before a dispatch changes nothing either. */
export async function orRefusal<Value>(act: () => Promise<Value>): Promise<Value | Denial> {
  try {
    return await act()
  } catch (error) {
    return refusalOf(error)
  }
}

/** The same for whoever has caught it. */
export function refusalOf(error: unknown): Denial {
  if (!(error instanceof StorageError)) throw error
  return { kind: 'denied', code: 'storage', reason: `${error.message} (${error.code})` }
}

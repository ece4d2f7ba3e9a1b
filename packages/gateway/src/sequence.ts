import {
  type ArgsOf,
  type JsonValue,
  type OutputOf,
  type ToolSchema,
  type ValueOf,
} from '@armorer/core'
import { type CompiledQuery } from 'kysely'
import {
  effect,
  type Described,
  type Effect,
  type Look,
  type RunStep,
  type Sent,
  type SettledIntent,
  type UndoRequest,
} from './effect.js'
import { type Operation } from './operation.js'
import { type Outcome } from './outcome.js'
import { spendPermit } from './permit.js'
import { isWorthAnother } from './run-step.js'

/** Something that takes several changes, one after the other, such as a thread of posts. */
export interface SequenceSpec<
  In extends ToolSchema,
  Out extends ToolSchema,
  StepIn extends ToolSchema,
  StepOut extends ToolSchema,
> extends Described {
  readonly operation: Operation<In, Out>
  /** What each step does. Its own effect is handed to the gateway too. */
  readonly step: Operation<StepIn, StepOut>
  /** The arguments of all steps, as far as they are known before the first. */
  readonly steps: (args: ValueOf<In>) => ReadonlyArray<ArgsOf<StepIn>>
  /** What a step owes to those before it, such as the post that it answers. */
  readonly follow?: (step: ArgsOf<StepIn>, done: ReadonlyArray<OutputOf<StepOut>>) => ArgsOf<StepIn>
  /** What the whole gives, once all is done. */
  readonly collect: (done: ReadonlyArray<OutputOf<StepOut>>) => OutputOf<Out>
  readonly undo?: (value: OutputOf<Out>, args: ValueOf<In>) => UndoRequest | undefined
  readonly preview?: (args: ValueOf<In>) => JsonValue | Promise<JsonValue>
  /** What all of it uses up, beside one of its step for each: it is reserved as a whole, before the first. */
  readonly cost?: (args: ValueOf<In>) => Readonly<Record<string, number>>
  readonly identity?: (args: ValueOf<In>) => JsonValue
  readonly record?: (settled: SettledIntent<ValueOf<In>>) => readonly CompiledQuery[]
}

/**
 * An effect made of steps, each of which is an intent of its own: whoever goes on with it, after whatever interruption,
 * begins at the first step that is not done. A step of unknown outcome stops it until that is found out.
 */
export function sequence<
  In extends ToolSchema,
  Out extends ToolSchema,
  StepIn extends ToolSchema,
  StepOut extends ToolSchema,
>(spec: SequenceSpec<In, Out, StepIn, StepOut>): Effect {
  const { operation, step, steps, cost, collect, follow, ...rest } = spec
  // What a step gives was checked against the output schema of its operation.
  const typed = (done: readonly unknown[]) => done as ReadonlyArray<OutputOf<StepOut>>
  const walkAll = (args: ValueOf<In>, run: RunStep) =>
    walk(steps(args), (planned, done) =>
      run(done.length, step, follow ? follow(planned, typed(done)) : planned),
    )
  const valueOf = (done: readonly unknown[]) => collect(typed(done))
  return effect<In, Out, ValueOf<In>, undefined>({
    ...rest,
    operation,
    class: 'create',
    requests: (args) => steps(args).length,
    cost: (args) => ({ [step.name]: steps(args).length, ...cost?.(args) }),
    encode: (args) => args,
    async send(permit, args, call) {
      spendPermit(permit, args)
      return toSent(await walkAll(args, call.step), valueOf)
    },
    async reconcile({ args, step: run }) {
      return toLook(await walkAll(args, run), valueOf)
    },
  })
}

type Walked =
  | { readonly kind: 'done'; readonly done: readonly unknown[] }
  | { readonly kind: 'stopped'; readonly stop: Stop }

interface Stop {
  readonly done: readonly unknown[]
  readonly of: number
  readonly outcome: Outcome
}

async function walk<Step>(
  steps: readonly Step[],
  run: (step: Step, done: readonly unknown[]) => Promise<Outcome>,
): Promise<Walked> {
  const done: unknown[] = []
  for (const step of steps) {
    const outcome = await run(step, done)
    if (outcome.kind !== 'executed' && outcome.kind !== 'replayed') {
      return { kind: 'stopped', stop: { done, of: steps.length, outcome } }
    }
    done.push(outcome.value)
  }
  return { kind: 'done', done }
}

function toSent<Value>(walked: Walked, valueOf: (done: readonly unknown[]) => Value): Sent<Value> {
  if (walked.kind === 'done') return { kind: 'applied', value: valueOf(walked.done) }
  const { stop } = walked
  const message = messageOf(stop)
  if (isOpen(stop)) return { kind: 'unknown', message }
  if (mayBeBegun(stop)) return { kind: 'partial', message, evidence: evidenceOf(stop) }
  const { outcome } = stop
  const refused = 'code' in outcome ? outcome : { code: outcome.kind, retryAfterMs: undefined }
  const isHeldBack = outcome.kind === 'denied' && isWorthAnother(outcome)
  const retryAfterMs = refused.retryAfterMs ?? (isHeldBack ? 0 : undefined)
  return { kind: 'refused', code: refused.code, message, retryAfterMs }
}

function toLook<Value>(walked: Walked, valueOf: (done: readonly unknown[]) => Value): Look<Value> {
  if (walked.kind === 'done') return { kind: 'applied', value: valueOf(walked.done) }
  const { stop } = walked
  if (isOpen(stop)) return { kind: 'postponed', message: messageOf(stop) }
  const evidence = evidenceOf(stop)
  return mayBeBegun(stop) ? { kind: 'ambiguous', evidence } : { kind: 'absent', evidence }
}

/** Whether some of it is out, or may be for all that anyone but a person can say. */
function mayBeBegun({ done, outcome }: Stop): boolean {
  return done.length > 0 || outcome.kind === 'needs_human'
}

/** Whether it will be gone on with: something is done or may be, and nothing says that the rest cannot be. */
function isOpen({ done, outcome }: Stop): boolean {
  if (outcome.kind === 'unknown' || outcome.kind === 'in_progress') return true
  return done.length > 0 && isWorthAnother(outcome)
}

function messageOf({ done, of, outcome }: Stop): string {
  const said =
    'message' in outcome ? outcome.message : 'reason' in outcome ? outcome.reason : undefined
  return `stopped at step ${done.length + 1} of ${of}: ${said ?? outcome.kind}`
}

function evidenceOf(stop: Stop): JsonValue {
  const { done, of, outcome } = stop
  const intent = 'intent' in outcome ? outcome.intent : undefined
  return {
    done: done.length,
    of,
    message: messageOf(stop),
    ...(intent !== undefined && { intent }),
  }
}

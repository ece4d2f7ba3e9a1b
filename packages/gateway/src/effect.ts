import {
  type JsonValue,
  type OutputOf,
  type ToolRisk,
  type ToolSchema,
  type ValueOf,
} from '@armorer/core'
import { type CompiledQuery } from 'kysely'
import { type Operation } from './operation.js'
import { type Outcome } from './outcome.js'
import { type Permit, type StagingPermit } from './permit.js'
import { type Principal, type ToolHandler } from './request.js'

/**
 * What kind of change it is, which decides how twins are known and how an unknown outcome is found out:
 * `create` makes something new, `set` brings something into a state, `delete` takes it away,
 * `local` changes rows of this database, `spend` pays for something and changes nothing else.
 */
export type EffectClass = 'create' | 'set' | 'delete' | 'local' | 'spend'

/** What came of a send. Whatever is not certain is `unknown`. */
export type Sent<Output = unknown> =
  | { readonly kind: 'applied'; readonly value: Output; readonly externalId?: string | undefined }
  /** The far side said no: certainly not applied. */
  | {
      readonly kind: 'refused'
      readonly code: string
      readonly message: string
      readonly retryAfterMs?: number | undefined
    }
  /** The far side says that it has this already, and not under which id. */
  | { readonly kind: 'duplicate'; readonly message: string }
  /** No byte left. Where it may be tried again, since what was in the way passes: after how long, if that is known, or 0. */
  | {
      readonly kind: 'not_sent'
      readonly message: string
      readonly retryAfterMs?: number | undefined
    }
  /** Part of it is done, and the rest will not be: a person must look. */
  | {
      readonly kind: 'partial'
      readonly message: string
      readonly evidence?: JsonValue | undefined
    }
  | { readonly kind: 'unknown'; readonly message: string }

/** What a look at the world found of a send of which nothing was heard. */
export type Look<Output = unknown> =
  | {
      readonly kind: 'applied'
      readonly value: Output
      readonly externalId?: string | undefined
      readonly evidence?: JsonValue | undefined
    }
  | { readonly kind: 'absent'; readonly evidence?: JsonValue | undefined }
  | { readonly kind: 'ambiguous'; readonly evidence?: JsonValue | undefined }
  | { readonly kind: 'unreadable'; readonly message: string }
  /** Nothing can be said now, and that says nothing about it: it is paused, say. */
  | { readonly kind: 'postponed'; readonly message: string }

/** Carries out one step of an intent as an intent of its own, once, whoever asks for it and how often. */
export type RunStep = (index: number, operation: Operation, args: unknown) => Promise<Outcome>

/** What a send may know of the intent that it carries out. */
export interface SendCall {
  readonly intent: string
  readonly correlationId: string
  readonly account: string
  readonly principal: Principal
  readonly labels: readonly string[]
  /** Aborted when the gateway stops waiting; the outcome is unknown then. Made when it is read, so a copy of the call has none. */
  readonly signal: AbortSignal
  /** How a tool's handler is run, where a gate stands among its layers. */
  readonly handler?: ToolHandler | undefined
  readonly step: RunStep
}

/** A send of which nothing was heard, as the one who looks for it needs to know it. */
export interface LostIntent<Args> {
  readonly id: string
  readonly account: string
  readonly args: Args
  /** What `probe` said when it was dispatched. */
  readonly probe: JsonValue | undefined
  readonly dispatchedAt: number
  /** Whether something found is known as the outcome of another intent. */
  readonly isBound: (externalId: string) => Promise<boolean>
  readonly step: RunStep
}

/** When it can have been applied, in milliseconds since 1970. */
export interface LookWindow {
  readonly from: number
  readonly until: number
}

/** Gives leave to stage a content while an effect is prepared. */
export type Stage = (purpose: string, content: string) => StagingPermit

/** What policies may ask of an effect, beside what was asked of it. */
export interface Described {
  /** The tool whose handler is the send, if it is one. */
  readonly tool?: string | undefined
  readonly category?: string | undefined
  readonly tags?: readonly string[] | undefined
  /** What is left unsaid counts as the worst. */
  readonly risk?: ToolRisk | undefined
}

/** How to carry out one operation: how its request is made, how it is sent, and how to find out what became of it. */
export interface EffectSpec<
  In extends ToolSchema = ToolSchema,
  Out extends ToolSchema = ToolSchema,
  Request = unknown,
  Prepared = unknown,
> extends Described {
  readonly operation: Operation<In, Out>
  readonly class: Exclude<EffectClass, 'local'>
  /** What must be there before the request can be made, such as an uploaded file. Runs between claim and dispatch. */
  readonly prepare?: (args: ValueOf<In>, stage: Stage) => Promise<Prepared>
  /** The request, as plain data: the permit is bound to its digest. */
  readonly encode: (args: ValueOf<In>, prepared: Prepared) => Request
  /** Sends it, once: `spendPermit(permit, request)` and the send in one breath. */
  readonly send: (permit: Permit, request: Request, call: SendCall) => Promise<Sent<OutputOf<Out>>>
  /** How many requests it makes, where that is more than one: it is waited for accordingly. */
  readonly requests?: (args: ValueOf<In>) => number
  /** What someone will need to look for it, kept with the dispatch. */
  readonly probe?: (args: ValueOf<In>, request: Request) => JsonValue
  /** Looks for it in the world. Without this, an unknown outcome needs a person. */
  readonly reconcile?: (
    intent: LostIntent<ValueOf<In>>,
    window: LookWindow,
  ) => Promise<Look<OutputOf<Out>>>
  /** What of it people read. Too many that are nearly the same stop the account. */
  readonly text?: (args: ValueOf<In>) => string
  /** How to take it back, as a request of its own. */
  readonly undo?: (value: OutputOf<Out>, args: ValueOf<In>) => UndoRequest | undefined
  /** What it would do, without doing it. */
  readonly preview?: (args: ValueOf<In>) => JsonValue | Promise<JsonValue>
  /** What it uses up, by dimension. One of its operation's name is always counted. */
  readonly cost?: (args: ValueOf<In>) => Readonly<Record<string, number>>
  /** For `set`: what is set, and to what. Only one change of a slot is under way at a time. */
  readonly slot?: (args: ValueOf<In>) => Slot
  /** What makes two requests the same, where that is less than all arguments. */
  readonly identity?: (args: ValueOf<In>) => JsonValue
  /** The application's own statements, run in the transaction that records the outcome. */
  readonly record?: (settled: SettledIntent<ValueOf<In>>) => readonly CompiledQuery[]
}

/** A change of rows of this database. It happens in the transaction that records it, so there is never doubt about it. */
export interface LocalEffectSpec<
  In extends ToolSchema = ToolSchema,
  Out extends ToolSchema = ToolSchema,
> extends Described {
  readonly operation: Operation<In, Out>
  readonly class: 'local'
  readonly apply: (args: ValueOf<In>) => LocalChange<OutputOf<Out>>
  readonly undo?: (value: OutputOf<Out>, args: ValueOf<In>) => UndoRequest | undefined
  readonly preview?: (args: ValueOf<In>) => JsonValue | Promise<JsonValue>
  readonly cost?: (args: ValueOf<In>) => Readonly<Record<string, number>>
  readonly identity?: (args: ValueOf<In>) => JsonValue
}

export interface LocalChange<Output> {
  /** Each must change as many rows as it says, or nothing is changed: a row of another version is not there. */
  readonly statements: ReadonlyArray<{ readonly query: CompiledQuery; readonly rows?: number }>
  readonly value: Output
}

export interface Slot {
  readonly name: string
  readonly value: JsonValue
}

export interface UndoRequest {
  readonly operation: string
  readonly args: JsonValue
}

export interface SettledIntent<Args = unknown> {
  readonly id: string
  readonly account: string
  readonly operation: string
  readonly args: Args
  readonly state: 'succeeded' | 'failed' | 'unknown' | 'needs_human'
  readonly externalId: string | undefined
  readonly value: JsonValue | undefined
  readonly at: number
}

/** An effect of which nothing is known at compile time: its operation's schema checks the arguments. */
export type Effect = EffectSpec | LocalEffectSpec

const CLASSES: readonly string[] = ['create', 'set', 'delete', 'local', 'spend']

interface UntypedEffect {
  readonly operation?: { readonly name?: unknown }
  readonly class?: string
  readonly encode?: unknown
  readonly send?: unknown
  readonly apply?: unknown
  readonly slot?: unknown
}

/** What the types say, for whoever has none. */
export function checkEffect(spec: UntypedEffect): void {
  const name = spec?.operation?.name
  if (typeof name !== 'string') throw new TypeError('an effect needs its operation')
  const { class: kind = '', encode, send, apply, slot } = spec
  if (!CLASSES.includes(kind)) {
    throw new TypeError(`${name}: the class of an effect is one of ${CLASSES.join(', ')}`)
  }
  const needed = kind === 'local' ? { apply } : { encode, send }
  for (const [part, said] of Object.entries(needed)) {
    if (typeof said !== 'function') {
      throw new TypeError(`${name}: an effect of class ${kind} needs ${part}, a function`)
    }
  }
  if (kind === 'set' && !slot) {
    throw new TypeError(`${name}: an effect of class set must say its slot`)
  }
}

/** How an operation is carried out. */
export function effect<In extends ToolSchema, Out extends ToolSchema, Request, Prepared>(
  spec: EffectSpec<In, Out, Request, Prepared> | LocalEffectSpec<In, Out>,
): Effect {
  checkEffect(spec)
  // What it takes is what its operation's schema lets through, so the types may be forgotten here.
  return Object.freeze({ ...spec }) as unknown as Effect
}

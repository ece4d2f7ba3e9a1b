import { type Env } from '../scripts/env.js'
import { type Transaction } from '../scripts/transaction.js'
import { type Question } from './question.js'

/** Part of a transaction: synchronous, and run as often as it takes. */
export type Script<Value> = (tx: Transaction, env: Env) => Value

/** What a change is about: whose rows must be held before it looks at anything. */
export interface Scope {
  readonly accounts?: readonly string[] | undefined
  /** Intents whose accounts are not known here. */
  readonly intents?: readonly string[] | undefined
  /** It changes what holds for every account, so nobody else may be in the middle of reading that. */
  readonly everyone?: boolean | undefined
}

/** A script with what its transaction needs to know of it. */
export interface Job<Value = unknown> {
  readonly scope: Scope
  readonly script: Script<Value>
  /** Told what comes of it, at the last moment before that is committed. */
  readonly before?: ((value: Value) => void) | undefined
  /** What it is going to read, where that is known: such a job can share a transaction with others. */
  readonly reads?: readonly Question[] | undefined
}

import { type IntentState } from '../intent.js'
import { type IntentRow } from './rows.js'
import { literal, statement } from './statement.js'
import { runOnce, type Transaction } from './transaction.js'

/**
 * What becomes of an intent: it is not meant, someone still needs to know what it is about, its row forgot something just now,
 * or its row knew nothing any more.
 */
export type Fate = 'other' | 'open' | 'forgotten' | 'blank'

export type IsMeant = (row: Pick<IntentRow, 'id' | 'created_at'>) => boolean

export interface ForgetInput {
  readonly id: string
  readonly account: string
  readonly isMeant: IsMeant
  readonly at: number
}

/** Takes out of a row what its intent was about, where nobody needs it any more. */
export function forgetIntent(tx: Transaction, { id, account, isMeant, at }: ForgetInput): Fate {
  const row = id === '' ? undefined : tx.find(findErasable, { id, account })
  if (!row || !isMeant(row)) return 'other'
  if (!isOver(tx, row)) return 'open'
  const held = stillHeld(row, at)
  if (isBlank(row, held)) return 'blank'
  runOnce(tx, forget, { id, failure: withoutMessage(row.failure_json), ...keysOf(row, held) })
  tx.run(forgetHistory, { id })
  tx.run(forgetText, { id, account })
  return 'forgotten'
}

const OVER: ReadonlySet<IntentState> = new Set([
  'succeeded',
  'failed',
  'rejected',
  'expired',
  'denied',
  'dry_run',
])

/** A step is needed for as long as what it is a step of. */
function isOver(tx: Transaction, { state, parent }: Erasable): boolean {
  if (!OVER.has(state)) return false
  const whole = parent === null ? undefined : tx.find(findState, { id: parent })
  return !whole || OVER.has(whole.state)
}

type Erasable = Pick<
  IntentRow,
  | 'id'
  | 'state'
  | 'parent'
  | 'created_at'
  | 'args_json'
  | 'content'
  | 'fingerprint'
  | 'client_key'
  | 'slot'
  | 'failure_json'
  | 'key_held'
  | 'key_until'
  | 'fingerprint_held'
  | 'fingerprint_until'
>

interface Held {
  readonly key: boolean
  readonly fingerprint: boolean
}

/** By what it still answers for what was asked: until that runs out nothing may be done twice. */
function stillHeld(row: Erasable, at: number): Held {
  const holds = (held: number, until: number | null) => held === 1 && (until === null || until > at)
  return {
    key: holds(row.key_held, row.key_until),
    fingerprint: holds(row.fingerprint_held, row.fingerprint_until),
  }
}

function isBlank(row: Erasable, { key, fingerprint }: Held): boolean {
  return row.args_json === NOTHING && (row.content === '' || key || fingerprint)
}

/** JSON has no word for what was forgotten. */
const NOTHING = 'null'

/** Digests of what was asked can be guessed from it, so they go with it, unless something is still known by them. */
function keysOf(row: Erasable, held: Held) {
  const isHeld = held.key || held.fingerprint
  return {
    content: isHeld ? row.content : '',
    fingerprint: isHeld ? row.fingerprint : '',
    clientKey: held.key ? row.client_key : null,
    slot: isHeld ? row.slot : null,
    keyHeld: held.key ? 1 : 0,
    fingerprintHeld: held.fingerprint ? 1 : 0,
  }
}

/** Why something failed stays known; in which words the far side said so does not. */
function withoutMessage(failure: string | null): string | null {
  return failure === null ? null : JSON.stringify({ code: codeOf(failure), message: 'erased' })
}

function codeOf(failure: string): string {
  try {
    const { code } = JSON.parse(failure) as { readonly code?: unknown }
    return typeof code === 'string' ? code : 'erased'
  } catch {
    // A damaged row is erased like any other.
    return 'erased'
  }
}

const findErasable = statement<{ id: string; account: string }>()((db, p) =>
  db
    .selectFrom('gateway_intent')
    .select([
      'id',
      'state',
      'parent',
      'created_at',
      'args_json',
      'content',
      'fingerprint',
      'client_key',
      'slot',
      'failure_json',
      'key_held',
      'key_until',
      'fingerprint_held',
      'fingerprint_until',
    ])
    .where('id', '=', p('id'))
    .where('account', '=', p('account')),
)

const findState = statement<{ id: string }>()((db, p) =>
  db.selectFrom('gateway_intent').select('state').where('id', '=', p('id')),
)

const forget = statement<{
  id: string
  failure: string | null
  content: string
  fingerprint: string
  clientKey: string | null
  slot: string | null
  keyHeld: number
  fingerprintHeld: number
}>()((db, p) =>
  db
    .updateTable('gateway_intent')
    .set((eb) => ({
      args_json: literal(NOTHING),
      content: p('content'),
      fingerprint: p('fingerprint'),
      client_key: p('clientKey'),
      slot: p('slot'),
      key_held: p('keyHeld'),
      fingerprint_held: p('fingerprintHeld'),
      slot_value_json: eb.lit(null),
      probe_json: eb.lit(null),
      evidence_json: eb.lit(null),
      value_json: eb.lit(null),
      omitted_json: eb.lit(null),
      undo_json: eb.lit(null),
      failure_json: p('failure'),
    }))
    .where('id', '=', p('id')),
)

const forgetHistory = statement<{ id: string }>()((db, p) =>
  db
    .updateTable('gateway_history')
    .set((eb) => ({ note: eb.lit(null), args_json: eb.lit(null) }))
    .where('intent', '=', p('id')),
)

const forgetText = statement<{ id: string; account: string }>()((db, p) =>
  db
    .updateTable('gateway_mishap')
    .set((eb) => ({ text: eb.lit(null) }))
    .where('account', '=', p('account'))
    .where('intent', '=', p('id')),
)

import { type CompiledQuery } from 'kysely'
import { findControl } from '../scripts/control.js'
import { holderOfFingerprint, holderOfKey } from '../scripts/holders.js'
import { type NewRow } from '../scripts/insert-intent.js'
import { type Statement } from '../scripts/statement.js'
import { type AccountTable } from '../scripts/tables.js'
import { type Connection } from './connection.js'
import { NotHeld, type Held } from './locks.js'
import { ask, type Question } from './question.js'
import { readInBulk } from './read-in-bulk.js'

/** Thrown through a script that asks what has not been read yet. */
export class Unread extends Error {
  readonly question: Question

  constructor(question: Question) {
    super('this was not read yet')
    this.question = question
  }
}

/** What was read in a transaction in which nobody else can change it. */
export interface Known {
  account(name: string): AccountTable
  rows<Params, Row>(statement: Statement<Params, Row>, params: Params): readonly Row[]
  found<Row>(query: CompiledQuery<Row>): readonly Row[]
  /** Reads all of these at once. */
  learn(connection: Connection, questions: readonly Question[]): Promise<void>
  /** Whether one of its keys is someone else's. */
  isHeld(row: NewRow): boolean
  /** This is the answer to that. */
  keep(question: Question, rows: readonly unknown[]): void
  /** From now on these accounts are held; what was read before may be old, if one of them was not there yet. */
  hold(held: Held): void
}

export interface KnownOptions {
  /** Whose a key is need not be known: whoever comes second is refused by the index, and with him the batch. */
  readonly trustsIndexes?: boolean | undefined
}

export function createKnown({ trustsIndexes = false }: KnownOptions = {}): Known {
  const answers = new Map<string | object, Map<string, readonly unknown[]>>()
  let accounts: ReadonlyMap<string, AccountTable> = new Map()
  const find = (question: Question): readonly unknown[] => {
    const rows = answers.get(subjectOf(question))?.get(keyOf(question))
    if (!rows) throw new Unread(question)
    return rows
  }
  const keep = (question: Question, rows: readonly unknown[]) => {
    const subject = subjectOf(question)
    const known = answers.get(subject) ?? new Map<string, readonly unknown[]>()
    answers.set(subject, known.set(keyOf(question), rows))
  }
  // Typed by the schema that the migrations keep; what decides something is checked where it is read.
  const rows = <Params, Row>(statement: Statement<Params, Row>, params: Params) =>
    find(ask(statement, params)) as readonly Row[]

  return {
    keep,
    rows,
    hold({ accounts: held, control, isLate }) {
      accounts = held
      if (isLate) answers.clear()
      keep(ask(findControl, {}), control === undefined ? [] : [JSON.parse(control)])
    },
    isHeld(row) {
      if (trustsIndexes) return false
      const { account, client_key: clientKey, fingerprint } = row
      const byKey =
        row.key_held === 1 && clientKey !== null ? rows(holderOfKey, { account, clientKey }) : []
      const byContent =
        row.fingerprint_held === 1 ? rows(holderOfFingerprint, { account, fingerprint }) : []
      return byKey.length + byContent.length > 0
    },
    account(name) {
      const row = accounts.get(name)
      if (!row) throw new NotHeld(name)
      return row
    },
    found<Row>(query: CompiledQuery<Row>) {
      // Typed by the tables of whoever has built it.
      return find({ kind: 'query', query }) as readonly Row[]
    },
    async learn(connection, questions) {
      for (const { question, rows } of await readInBulk(connection, questions)) {
        keep(question, rows)
      }
    },
  }
}

function subjectOf(question: Question): string | object {
  return question.kind === 'query' ? question.query.sql : question.statement
}

function keyOf(question: Question): string {
  return JSON.stringify(question.kind === 'query' ? question.query.parameters : question.params)
}

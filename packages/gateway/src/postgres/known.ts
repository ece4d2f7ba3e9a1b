import { type Statement } from '../sqlite/statement.js'
import { type AccountTable } from '../sqlite/tables.js'
import { execute, type Connection } from './connection.js'
import { NotHeld, type Held } from './locks.js'

/** Something that must be read before a script can go on. */
export interface Question {
  readonly statement: Statement<never, unknown>
  readonly params: object
}

/** Thrown through a script that asks what has not been read yet. */
export class Unread extends Error {
  readonly question: Question

  constructor(question: Question) {
    super('this was not read yet')
    this.question = question
  }
}

/** What was read while the locks of a batch were held. Nobody else can have changed it since. */
export interface Known {
  account(name: string): AccountTable
  rows<Params, Row>(statement: Statement<Params, Row>, params: Params): readonly Row[]
  /** Reads all of these at once. */
  learn(connection: Connection, questions: readonly Question[]): Promise<void>
  /** From now on these accounts are held; what was read before may be old, if one of them was not there yet. */
  hold(held: Held): void
}

export function createKnown(): Known {
  const answers = new Map<object, Map<string, readonly unknown[]>>()
  let accounts: ReadonlyMap<string, AccountTable> = new Map()
  return {
    hold(held) {
      accounts = held.accounts
      if (held.isLate) answers.clear()
    },
    account(name) {
      const row = accounts.get(name)
      if (!row) throw new NotHeld(name)
      return row
    },
    rows<Params, Row>(statement: Statement<Params, Row>, params: Params) {
      const rows = answers.get(statement)?.get(JSON.stringify(params))
      if (!rows) throw new Unread(ask(statement, params))
      // Typed by the schema that the migrations keep; what decides something is checked where it is read.
      return rows as readonly Row[]
    },
    async learn(connection, questions) {
      await Promise.all(
        questions.map(async ({ statement, params }) => {
          const { rows } = await execute(connection, statement, params as never)
          const known = answers.get(statement) ?? new Map<string, readonly unknown[]>()
          answers.set(statement, known.set(JSON.stringify(params), rows))
        }),
      )
    },
  }
}

/** A question about this statement with its own parameters; from here on nobody needs to know which they are. */
export function ask<Params>(statement: Statement<Params, unknown>, params: Params): Question {
  return { statement: statement as Statement<never, unknown>, params: Object(params) }
}

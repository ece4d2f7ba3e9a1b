import { type CompiledQuery } from 'kysely'
import { type Statement } from '../scripts/statement.js'
import { execute, type Answer, type Connection } from './connection.js'

/** Something that a script asks of the database. */
export type Question =
  | {
      readonly kind: 'statement'
      readonly statement: Statement<never, unknown>
      readonly params: object
    }
  | { readonly kind: 'query'; readonly query: CompiledQuery }

/** A question about this statement with its own parameters; from here on nobody needs to know which they are. */
export function ask<Params>(statement: Statement<Params, unknown>, params: Params): Question {
  return {
    kind: 'statement',
    statement: statement as Statement<never, unknown>,
    params: Object(params),
  }
}

/** Puts a question to the database. */
export function put(connection: Connection, question: Question): Promise<Answer> {
  return question.kind === 'query'
    ? connection.query(question.query.sql, question.query.parameters)
    : execute(connection, question.statement, question.params as never)
}

/** The parameters of a question, if it is about this statement. */
export function paramsOf<Params>(
  question: Question,
  statement: { readonly types?: { readonly params: Params } },
): Params | undefined {
  if (question.kind !== 'statement' || question.statement !== statement) return undefined
  // It is the very statement, so these are its parameters.
  return question.params as Params
}

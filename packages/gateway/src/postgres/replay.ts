import { isDeepStrictEqual } from 'node:util'
import { type CompiledQuery } from 'kysely'
import { corrupt, type Transaction } from '../scripts/transaction.js'
import { type Statement } from '../scripts/statement.js'
import { createRecalledRows, type RecalledRows } from '../scripts/recalled-rows.js'
import { type Answer } from './connection.js'
import { ask, type Question } from './question.js'
import { compileQuery } from './text-of.js'

/** Thrown through a script that has asked for what is not known yet. */
class Unanswered extends Error {}

/** The script has gone another way than before: what was done for it must be undone. */
export class Strayed extends Error {}

/**
 * Runs a synchronous script on a database that answers later: it is run from the start with the answers so far, stops at
 * the first that is missing, and is run again when that is there. What it did on the way is what it does at the end.
 */
export async function replay<Value>(
  script: (tx: Transaction) => Value,
  answer: (question: Question) => Promise<Answer>,
): Promise<Value> {
  const questions: Question[] = []
  const answers: Answer[] = []
  for (;;) {
    const run = attempt(script, questions, answers)
    if (run.missing) {
      questions.push(run.missing)
      answers.push(await answer(run.missing))
      continue
    }
    if (run.used !== answers.length) throw new Strayed()
    if ('thrown' in run) throw run.thrown
    return run.value
  }
}

type Run<Value> = {
  readonly missing: Question | undefined
  /** How many answers it has asked for. */
  readonly used: number
} & ({ readonly value: Value } | { readonly thrown: unknown })

function attempt<Value>(
  script: (tx: Transaction) => Value,
  questions: readonly Question[],
  answers: readonly Answer[],
): Run<Value> {
  let used = 0
  let missing: Question | undefined
  const take = (question: Question): Answer => {
    const known = questions[used]
    const answer = answers[used]
    if (!known || !answer || missing) {
      missing ??= question
      throw new Unanswered()
    }
    if (!isSame(known, question)) throw new Strayed()
    used += 1
    return answer
  }
  const { rows, writeOut } = createRecalledRows()
  try {
    const value = script(transactionOf(take, rows))
    writeOut()
    return { missing, used, value }
  } catch (thrown) {
    return { missing, used, thrown }
  }
}

function isSame(known: Question, question: Question): boolean {
  if (known.kind === 'query')
    return question.kind === 'query' && known.query.sql === question.query.sql
  if (question.kind === 'query') return false
  return known.statement === question.statement && isDeepStrictEqual(known.params, question.params)
}

function transactionOf(take: (question: Question) => Answer, recalled: RecalledRows): Transaction {
  // Typed by the tables of whoever has built it.
  const rows = <Row>(query: CompiledQuery<Row>) =>
    take({ kind: 'query', query }).rows as readonly Row[]
  const run = <Params>(statement: Statement<Params, unknown>, params: Params) =>
    take(ask(statement, params)).count
  return {
    ...recalled,
    run,
    runUnless: (isTaken, statement, params) => (isTaken() ? undefined : run(statement, params)),
    all: <Params, Row>(statement: Statement<Params, Row>, params: Params) =>
      // Typed by the schema that the migrations keep; what decides something is checked where it is read.
      take(ask(statement, params)).rows as readonly Row[],
    find<Params, Row>(statement: Statement<Params, Row>, params: Params) {
      const rows = take(ask(statement, params)).rows as readonly Row[]
      if (rows.length > 1) throw corrupt('a query for one row gave several')
      return rows[0]
    },
    query: (query) => take({ kind: 'query', query }).count,
    select: (query) => rows(compileQuery(query)),
    rows,
  }
}

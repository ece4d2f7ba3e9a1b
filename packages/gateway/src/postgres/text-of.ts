import {
  createQueryId,
  PostgresQueryCompiler,
  type Compilable,
  type CompiledQuery,
  type RootOperationNode,
} from 'kysely'
import { nameOf, type Statement } from '../scripts/statement.js'

/** A statement as Postgres reads it. */
export interface Text {
  /** Under this name a connection keeps it prepared. */
  readonly name: string
  readonly sql: string
  /** The names of its parameters, in order. */
  readonly names: readonly string[]
}

const texts = new WeakMap<object, Text>()
let count = 0

/** Compiled once, when it is first used. */
export function textOf<Params>(statement: Statement<Params, unknown>): Text {
  const known = texts.get(statement)
  if (known) return known
  const { sql, parameters } = compile(statement.node)
  const text = { name: `gateway_${++count}`, sql, names: parameters.map(nameOf) }
  texts.set(statement, text)
  return text
}

/** A query that was built for no database in particular. */
export function compileQuery<Row>(query: Compilable<Row>): CompiledQuery<Row> {
  return compile(query.compile().query)
}

function compile(node: RootOperationNode): CompiledQuery {
  return new PostgresQueryCompiler().compileQuery(node, createQueryId())
}

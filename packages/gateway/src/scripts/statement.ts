import {
  DummyDriver,
  Kysely,
  SqliteAdapter,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
  type Compilable,
  type InferResult,
  type RawBuilder,
  type RootOperationNode,
} from 'kysely'
import { type Tables } from './tables.js'

/** A statement that is built and compiled once: text, and the names of its parameters in order. */
export interface Statement<Params, Row> {
  readonly sql: string
  readonly names: readonly string[]
  /** The same for another database to compile. */
  readonly node: RootOperationNode
  /** Never there: it carries the types. */
  readonly types?: { readonly params: Params; readonly row: Row }
}

/** What stands for a value that is known only when the statement runs. */
type Parameter<Params> = <Name extends keyof Params & string>(
  name: Name,
) => RawBuilder<Params[Name]>

/** The rows of a statement. */
export type RowOf<S> = S extends { readonly types?: { readonly row: infer Row } } ? Row : never

export type SqlValue = string | number | null

class Named {
  readonly name: string

  constructor(name: string) {
    this.name = name
  }
}

/** It builds and compiles, and never runs anything. */
export const builder = new Kysely<Tables>({
  dialect: {
    createAdapter: () => new SqliteAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (db) => new SqliteIntrospector(db),
    createQueryCompiler: () => new SqliteQueryCompiler(),
  },
})

/** The parameters of a statement that has none. */
type Nothing = Readonly<Record<string, never>>

/**
 * Builds a statement; say the types of its parameters first: `statement<{ id: string }>()((db, p) => …)`. Where the
 * databases differ in what they understand, the second says it for Postgres.
 */
export function statement<Params extends object = Nothing>() {
  return <Query extends Compilable>(
    build: Build<Params, Query>,
    buildForPostgres: Build<Params, Compilable> = build,
  ): Statement<Params, InferResult<Query> extends ReadonlyArray<infer Row> ? Row : never> => {
    const query = build(builder, named).compile()
    const forPostgres =
      build === buildForPostgres ? query : buildForPostgres(builder, named).compile()
    return { sql: query.sql, names: query.parameters.map(nameOf), node: forPostgres.query }
  }
}

type Build<Params, Query> = (db: Kysely<Tables>, p: Parameter<Params>) => Query

function named(name: string): RawBuilder<never> {
  return sql.val(new Named(name)) as RawBuilder<never>
}

/** Constants of a statement would be bound as values by the compiler; they are written into its text instead. */
export function literal<Value extends string | number>(value: Value): RawBuilder<Value> {
  return sql.lit(value)
}

export function nameOf(parameter: unknown): string {
  if (parameter instanceof Named) return parameter.name
  throw new TypeError(`a statement binds ${String(parameter)} itself; use a parameter or a literal`)
}

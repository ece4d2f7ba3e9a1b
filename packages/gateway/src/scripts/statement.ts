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
  /** What is bound, in order. */
  valuesOf(params: Params): readonly SqlValue[]
  /** The same for another database to compile. */
  readonly node: RootOperationNode
  /** Never there: it carries the types. */
  readonly types?: { readonly params: Params; readonly row: Row }
}

/** What stands for a value that is known only when the statement runs. */
export type Parameter<Params> = <Name extends keyof Params & string>(
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
    const names = query.parameters.map(nameOf)
    return { sql: query.sql, names, valuesOf: valuesBy(names), node: forPostgres.query }
  }
}

function valuesBy<Params>(names: readonly string[]) {
  return (params: Params): readonly SqlValue[] => {
    const given = params as Readonly<Record<string, SqlValue>>
    const values: SqlValue[] = []
    for (const name of names) values.push(given[name] ?? null)
    return values
  }
}

/**
 * The same statement with its values spelled out, in the order in which it binds them: for what every call comes by, since to look each
 * up by its name takes several times as long.
 */
export function bindingOf<Params extends object, Row>(
  known: Statement<Params, Row>,
  valuesOf: (params: Params) => readonly SqlValue[],
): Statement<Params, Row> {
  // Asked for its values, it names them.
  const itself = new Proxy({}, { get: (_, name) => name }) as Params
  const order = valuesOf(itself).join()
  if (order !== known.names.join()) {
    throw new TypeError(`a statement that binds ${known.names.join()} is given ${order}`)
  }
  return { ...known, valuesOf }
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

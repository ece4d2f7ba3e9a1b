import { findSettleable } from '../scripts/complete.js'
import { holderOfFingerprint, holderOfKey } from '../scripts/holders.js'
import { findBound } from '../scripts/intents.js'
import { type Statement } from '../scripts/statement.js'
import { type Connection } from './connection.js'
import { put, type Question } from './question.js'

export interface Answered {
  readonly question: Question
  readonly rows: readonly unknown[]
}

/** A statement that can be asked for many parameters at once. */
interface Bulk {
  readonly name: string
  readonly sql: string
  /** The parameters, and the columns in which a row says to which of them it belongs. */
  readonly columns: ReadonlyArray<readonly [parameter: string, column: string]>
}

/** Asks all of these, and what can be asked together in one statement. */
export async function readInBulk(
  connection: Connection,
  questions: readonly Question[],
): Promise<readonly Answered[]> {
  const groups = new Map<Bulk | Question, Question[]>()
  for (const question of questions) {
    const group = (question.kind === 'statement' && BULKS.get(question.statement)) || question
    groups.set(group, [...(groups.get(group) ?? []), question])
  }
  const answered = await Promise.all(
    [...groups].map(async ([group, members]): Promise<readonly Answered[]> => {
      if ('kind' in group) return [{ question: group, rows: (await put(connection, group)).rows }]
      return readGroup(connection, group, members)
    }),
  )
  return answered.flat()
}

async function readGroup(
  connection: Connection,
  { name, sql, columns }: Bulk,
  questions: readonly Question[],
): Promise<readonly Answered[]> {
  const wanted = questions.map((question) =>
    columns.map(([parameter]) => fieldOf('params' in question ? question.params : {}, parameter)),
  )
  const values = columns.map((_, index) => wanted.map((fields) => fields[index]))
  const found = new Map<string, unknown[]>()
  for (const row of (await connection.prepared(name, sql, values)).rows) {
    const key = JSON.stringify(columns.map(([, column]) => fieldOf(row, column)))
    found.set(key, [...(found.get(key) ?? []), row])
  }
  return questions.map((question, index) => ({
    question,
    rows: found.get(JSON.stringify(wanted[index])) ?? [],
  }))
}

function fieldOf(row: unknown, name: string): unknown {
  return Reflect.get(Object(row), name)
}

// Each is looked up by its index: for a join the database may read all of a table that it takes for a small one.
const BULKS: ReadonlyMap<Statement<never, unknown>, Bulk> = new Map<
  Statement<never, unknown>,
  Bulk
>([
  [
    asAny(holderOfKey),
    {
      name: 'gateway_holders_key',
      sql: `
        select intent.* from unnest($1::text[], $2::text[]) as sought (account, client_key),
        lateral (
          select * from gateway_intent
          where account = sought.account and client_key = sought.client_key
            and key_held = 1 and client_key is not null
          offset 0
        ) as intent`,
      columns: [
        ['account', 'account'],
        ['clientKey', 'client_key'],
      ],
    },
  ],
  [
    asAny(holderOfFingerprint),
    {
      name: 'gateway_holders_fingerprint',
      sql: `
        select intent.* from unnest($1::text[], $2::text[]) as sought (account, fingerprint),
        lateral (
          select * from gateway_intent
          where account = sought.account and fingerprint = sought.fingerprint and fingerprint_held = 1
          offset 0
        ) as intent`,
      columns: [
        ['account', 'account'],
        ['fingerprint', 'fingerprint'],
      ],
    },
  ],
  [
    asAny(findSettleable),
    {
      name: 'gateway_settleable',
      sql: 'select * from gateway_intent where id = any($1::text[])',
      columns: [['id', 'id']],
    },
  ],
  [
    asAny(findBound),
    {
      name: 'gateway_bound',
      sql: `
        select intent.*
        from unnest($1::text[], $2::text[], $3::text[]) as sought (account, operation, external_id),
        lateral (
          select id, account, operation, external_id from gateway_intent
          where account = sought.account and operation = sought.operation
            and external_id = sought.external_id
          offset 0
        ) as intent`,
      columns: [
        ['account', 'account'],
        ['operation', 'operation'],
        ['externalId', 'external_id'],
      ],
    },
  ],
])

/** A statement, whatever its parameters are. */
function asAny<Params>(statement: Statement<Params, unknown>): Statement<never, unknown> {
  return statement as Statement<never, unknown>
}

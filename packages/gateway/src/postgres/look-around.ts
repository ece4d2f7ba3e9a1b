import { holderOfFingerprint, holderOfKey } from '../scripts/holders.js'
import { corrupt } from '../scripts/transaction.js'
import { type Seen } from './beliefs.js'
import { type Connection } from './connection.js'
import { accountsOf, controlOf } from './locks.js'
import { paramsOf, type Question } from './question.js'
import { type Answered } from './read-in-bulk.js'

export interface Surroundings {
  readonly answered: readonly Answered[]
  /** What a claim is worked out from, as it was at that moment. */
  readonly seen: Seen
}

/** Who holds these keys, and what else a claim will need to know: one statement, one moment. `undefined`: it is about something else. */
export async function lookAround(
  connection: Connection,
  questions: readonly Question[],
): Promise<Surroundings | undefined> {
  const byKey = questions.flatMap((question) => {
    const params = paramsOf(question, holderOfKey)
    return params ? [{ question, ...params }] : []
  })
  const byContent = questions.flatMap((question) => {
    const params = paramsOf(question, holderOfFingerprint)
    return params ? [{ question, ...params }] : []
  })
  if (byKey.length + byContent.length < questions.length) return undefined
  const accounts = new Set([...byKey, ...byContent].map(({ account }) => account))
  const answer = await connection.prepared('gateway_look', LOOK, [
    [...accounts],
    byKey.map(({ account }) => account),
    byKey.map(({ clientKey }) => clientKey),
    byContent.map(({ account }) => account),
    byContent.map(({ fingerprint }) => fingerprint),
  ])
  const list = (name: string) => listOf(answer.rows[0], name)
  const byOrder = (holders: readonly unknown[], index: number) =>
    holders[index] === null ? [] : [holders[index]]
  const [keys, contents] = [list('by_key'), list('by_content')]
  return {
    answered: [
      ...byKey.map(({ question }, index) => ({ question, rows: byOrder(keys, index) })),
      ...byContent.map(({ question }, index) => ({ question, rows: byOrder(contents, index) })),
    ],
    seen: { accounts: accountsOf(list('accounts')), ...controlOf(answer) },
  }
}

const LOOK = `
  select gateway_now() as at,
    (select row_to_json(control)::text from gateway_control as control) as control,
    (select json_agg(own) from gateway_account as own where own.account = any($1::text[])) as accounts,
    (select json_agg((
      select row_to_json(intent) from gateway_intent as intent
      where intent.account = sought.account and intent.client_key = sought.client_key
        and intent.key_held = 1 and intent.client_key is not null
    )) from unnest($2::text[], $3::text[]) as sought (account, client_key)) as by_key,
    (select json_agg((
      select row_to_json(intent) from gateway_intent as intent
      where intent.account = sought.account and intent.fingerprint = sought.fingerprint
        and intent.fingerprint_held = 1
    )) from unnest($4::text[], $5::text[]) as sought (account, fingerprint)) as by_content`

function listOf(row: unknown, name: string): readonly unknown[] {
  const list: unknown = Reflect.get(Object(row), name)
  if (list === null) return []
  if (!Array.isArray(list)) throw corrupt('who holds a key cannot be read')
  return list
}

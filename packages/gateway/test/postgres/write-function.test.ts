import { afterAll, beforeAll, expect, test } from 'vitest'
import { isCommitted } from '../../src/postgres/commit.js'
import { createConnections } from '../../src/postgres/connection.js'
import { openBehindProxy, type BehindProxy } from '../harness/postgres-behind-proxy.js'
import { usePostgres } from '../harness/postgres-server.js'
import { leaseOf, sendAndEnd, sendInput } from '../harness/store-inputs.js'

let server: Awaited<ReturnType<typeof usePostgres>>

beforeAll(async () => {
  server = await usePostgres()
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

test('what comes late, after it was given up, changes nothing', async () => {
  await using world = await openWith(['alice'])
  const saved = await nextOf(world, 'alice')

  const mark = { account: 'alice', seq: saved.seq, hash: 'never there' }
  const found = await world.connections.use((connection) => isCommitted(connection, [mark]))

  expect(found).toBe(false)
  await expect(world.beside.query(WRITE, [json(saved), null])).rejects.toMatchObject({
    code: 'GW001',
  })
})

test('accounts are held by name, in whichever order they come', async () => {
  const names = ['carol', 'bob', 'alice']
  await using world = await openWith(names)
  const { beside, connections } = world
  const accounts: object[] = []
  for (const name of names) accounts.push(await nextOf(world, name))
  await beside.query(`begin; select from gateway_account where account = 'bob' for update`)

  const writing = connections.use((connection) =>
    connection.query(WRITE, [json(...accounts), null]),
  )
  while ((await beside.query('select from pg_locks where not granted')).rowCount === 0);
  const free = await connections.use((connection) =>
    connection.query('select account from gateway_account for update skip locked'),
  )
  await beside.query('commit')
  await writing

  expect(free.rows).toEqual([{ account: 'carol' }])
})

test('only the rows that change are read, however small the tables were when that was planned', async () => {
  await using world = await openWith(['alice'])
  const { beside, connections } = world
  const { intent: id, owner } = leaseOf(await world.store.claim(sendInput({ content: 'new' })))
  const lease = { id, from: 'dispatched', owner, generation: 1 }
  const outcome = { ...lease, state: 'succeeded', slot_held: 0, lease_until: 0, finished_at: 1 }
  const values = [json(await nextOf(world, 'alice')), json(outcome)]
  await beside.query('analyze')

  const read = await connections.use(async (connection) => {
    const rowsRead = async () => {
      await connection.query('begin')
      await connection.query(WRITE, values)
      const { rows } = await connection.query(ROWS_READ)
      await connection.query('rollback')
      return rows
    }
    const before = await rowsRead()
    await beside.query(MANY_INTENTS, [id])
    await beside.query(MANY_ACCOUNTS)
    return [...before, ...(await rowsRead())]
  })

  const few = expect.toSatisfy((count: number) => count > 0 && count < 10)
  expect(read).toEqual([{ count: few }, { count: few }])
})

const WRITE = 'select gateway_write(null, null, null, $1, null, $2, null, null, null, null)'

/** Of the tables whose rows are changed, in the transaction so far. */
const ROWS_READ = `
  select max(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0)) as count
  from pg_stat_xact_user_tables where relname in ('gateway_intent', 'gateway_account')`

const MANY_INTENTS = `
  insert into gateway_intent select copy.* from gateway_intent as one, generate_series(1, 2000) as number,
    jsonb_populate_record(one, jsonb_build_object(
      'id', number, 'correlation_id', number, 'client_key', null, 'fingerprint', number)) as copy
  where one.id = $1`

const MANY_ACCOUNTS = `
  insert into gateway_account select copy.* from gateway_account as one, generate_series(1, 2000) as number,
    jsonb_populate_record(one, jsonb_build_object('account', number)) as copy
  where one.account = 'alice'`

/** A store that has written for these accounts, and connections beside it. */
async function openWith(accounts: readonly string[]) {
  const world = await openBehindProxy(server.url)
  for (const account of accounts) await sendAndEnd(world.store, { account, content: account })
  const connections = createConnections({ url: world.url, most: 2, busyMs: 60_000 })
  return {
    ...world,
    connections,
    async [Symbol.asyncDispose]() {
      await connections.end()
      await world[Symbol.asyncDispose]()
    },
  }
}

/** What is sent of an account whose chain goes on by a link. */
async function nextOf({ beside }: Pick<BehindProxy, 'beside'>, name: string) {
  const { rows } = await beside.query('select * from gateway_account where account = $1', [name])
  const { account, paused, seq, head, seen_at, failures, probation } = rows[0]
  return {
    account,
    paused,
    seq: Number(seq) + 1,
    head,
    seen_at,
    failures,
    probation,
    was_seq: seq,
    was_head: head,
    was_seen_at: seen_at,
    was_failures: failures,
    was_probation: probation,
  }
}

function json(...rows: readonly object[]): string {
  return JSON.stringify(rows)
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { createBeliefs } from '../../src/postgres/beliefs.js'
import { systemClock } from '../../src/clock.js'
import { createGateway, DEFAULT_TIMES } from '../../src/index.js'
import { openPostgres, type PostgresOptions } from '../../src/postgres/index.js'
import { accountsOf } from '../../src/postgres/locks.js'
import { type AccountTable } from '../../src/scripts/tables.js'
import { type NewIntent, type Store } from '../../src/store.js'
import { openBehindProxy, type BehindProxy } from '../harness/postgres-behind-proxy.js'
import { createPostBox, drop } from '../harness/post-box.js'
import { usePostgres } from '../harness/postgres-server.js'
import { ALLOW_ALL, PERSON } from '../harness/small-world.js'
import {
  ANN,
  completeInput,
  kindsOf,
  leaseOf,
  sendAndEnd,
  sendInput,
  within,
} from '../harness/store-inputs.js'

let server: Awaited<ReturnType<typeof usePostgres>>

beforeAll(async () => {
  server = await usePostgres()
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

const BY = { by: ANN, reason: 'to see what happens' }

/** Nothing is written by itself meanwhile, and a machine that is busy does not make it another time. */
const PATIENT = { ...DEFAULT_TIMES, permit: 60_000, settle: 300_000, lateRecord: 60_000 }

test('a change is three statements at most: who has it, the claim with its dispatch, and the outcome', async () => {
  await using world = await openWarm({ times: PATIENT })
  const before = world.proxy.questions

  const lease = await lookAndSend(world.store, { content: 'new', clientKey: 'new' })
  const settlement = { kind: 'succeeded', value: {}, externalId: 'x1' } as const
  await world.store.complete(completeInput(lease, settlement))

  expect(world.proxy.questions - before).toBe(3)
  expect(await kindsOf(world.store)).toEqual([...SENT, ...SENT])
  expect(await world.store.verifyAudit()).toMatchObject({ kind: 'intact' })
})

test('what is new of an account that is known is two; what was done already is one, once that was seen', async () => {
  await using world = await openWarm({ times: PATIENT })
  const box = createPostBox()
  const gateway = createGateway({ store: world.store, effects: [box.effect], policy: ALLOW_ALL })
  const statementsOf = async (text: string) => {
    const before = world.proxy.questions
    const request = { operation: drop, args: { text }, account: 'alice', principal: PERSON }
    const { kind } = await gateway.run(request)
    return { kind, statements: world.proxy.questions - before }
  }

  expect(await statementsOf('one')).toEqual({ kind: 'executed', statements: 2 })
  expect(await statementsOf('two')).toEqual({ kind: 'executed', statements: 2 })
  expect(await statementsOf('one')).toMatchObject({ kind: 'replayed' })
  expect(await statementsOf('two')).toMatchObject({ kind: 'replayed', statements: 1 })
  expect(box.posts).toHaveLength(2)
})

test('those who write by turns keep one chain', async () => {
  await using world = await openWarm()
  await using other = await openOther(world)
  for (let round = 0; round < 6; round++) {
    for (const { store } of [world, other]) {
      const lease = await lookAndSend(store, { content: `${round} ${store === world.store}` })
      // The other one sends in between what this one has claimed and what it says of it.
      await sendAndEnd(store === world.store ? other.store : world.store, {
        content: `in ${round} ${store === world.store}`,
      })
      await store.complete(completeInput(lease))
    }
  }

  expect(await kindsOf(world.store)).toHaveLength(SENT.length * 25)
  expect(await world.store.verifyAudit()).toMatchObject({ kind: 'intact' })
})

test.each([
  ['everything is paused', (store: Store) => store.pause(BY), { code: 'paused' }],
  [
    'the account is paused',
    (store: Store) => store.pause({ ...BY, account: 'alice' }),
    { code: 'paused' },
  ],
  [
    'an old writer may not write',
    (store: Store) => store.requireWriterVersion(2, ANN),
    { code: 'old_writer' },
  ],
] as const)('%s by someone else after the look: nothing is dispatched', async (_, stop, denial) => {
  await using world = await openWarm()
  await using other = await openOther(world)
  const input = sendInput({ content: 'new' })
  await world.store.findDone(input.intent)
  await stop(other.store)

  expect(await world.store.claim(input)).toMatchObject({ kind: 'denied', ...denial })
  expect((await kindsOf(world.store)).filter((kind) => kind === 'dispatched')).toHaveLength(1)
})

test('a person must see the next one, of whichever account, from the moment that it is said', async () => {
  await using world = await openWarm()
  await using other = await openOther(world)
  const input = sendInput({ content: 'new' })
  await world.store.findDone(input.intent)
  await other.store.beginProbation({ ...BY, changes: 1 })

  expect(await world.store.claim(input)).toMatchObject({ kind: 'routed' })
})

test('a policy that came after the look is the one that judges', async () => {
  await using world = await openWarm()
  await using other = await openOther(world)
  const versions: number[] = []
  const input = sendInput({ content: 'new' })
  const { judge } = input
  await world.store.findDone(input.intent)
  await other.store.activatePolicy({ ...BY, text: '{}' })

  const claimed = await world.store.claim({
    ...input,
    judge(active) {
      versions.push(active.version)
      return judge(active)
    },
  })

  expect(claimed).toMatchObject({ kind: 'dispatched' })
  expect(versions.at(-1)).toBe(1)
})

test.each(['read committed', 'repeatable read'])(
  'who waits for a pause to be committed heeds it, where transactions are %s',
  async (isolation) => {
    await using world = await openWarm()
    const { beside } = world
    const { rows } = await beside.query('select current_database() as name')
    await beside.query(
      `alter database ${rows[0].name} set default_transaction_isolation to '${isolation}'`,
    )
    await using other = await openOther(world)
    await sendAndEnd(other.store, { content: 'first' })
    const input = sendInput({ content: 'new' })
    await other.store.findDone(input.intent)
    await beside.query('begin; lock table gateway_control in exclusive mode')
    await beside.query('update gateway_control set paused = 1')

    const claiming = other.store.claim(input)
    while ((await countOf(world, 'pg_locks where not granted')) === 0);
    await beside.query('commit')

    expect(await claiming).toMatchObject({ kind: 'denied', code: 'paused' })
  },
)

test('a time that has passed is asked for again', async () => {
  await using world = await openWarm()
  const input = sendInput({ content: 'new' })
  await world.store.findDone(input.intent)
  await world.beside.query(
    `create or replace function gateway_now() returns bigint language sql volatile
      as 'select (extract(epoch from clock_timestamp()) * 1000)::bigint + 3600000'`,
  )

  const claimed = await world.store.claim(input)

  const { rows } = await world.beside.query('select gateway_now() as now')
  expect(claimed).toMatchObject({ kind: 'dispatched' })
  expect(Reflect.get(claimed, 'at')).toBeGreaterThan(rows[0].now - 60_000)
})

test('a time that has not come yet is no time', async () => {
  let ahead = 0
  const clock = { ...systemClock, elapsed: () => systemClock.elapsed() + ahead }
  await using world = await openWarm({ clock })
  const lease = await lookAndSend(world.store, { content: 'new' })
  ahead = 3_600_000

  await world.store.complete(completeInput(lease))

  const { rows } = await world.beside.query(
    'select max(at) <= gateway_now() as is_past from gateway_audit',
  )
  expect(rows).toEqual([{ is_past: true }])
})

test('limits hold between two who believe that there is room', async () => {
  await using world = await openWarm()
  await using other = await openOther(world)
  const cap = within([{ dimension: 'post.create', max: 1, windowMs: 60_000 }])
  const sends = [world.store, other.store].map((store, index) => ({
    store,
    input: sendInput({ content: `${index}` }, cap),
  }))
  await Promise.all(sends.map(({ store, input }) => store.findDone(input.intent)))

  const claims = await Promise.all(sends.map(({ store, input }) => store.claim(input)))

  expect(new Set(claims.map(({ kind }) => kind))).toEqual(new Set(['denied', 'dispatched']))
})

test('what someone else has taken over is not completed', async () => {
  await using world = await openWarm()
  const lease = await lookAndSend(world.store, { content: 'new' })
  await world.beside.query('update gateway_intent set generation = 2 where id = $1', [lease.intent])

  expect(await world.store.complete(completeInput(lease))).toMatchObject({ kind: 'lost' })
})

test('a mistake about one account says nothing of another, and lasts longer each time', () => {
  const beliefs = createBeliefs(systemClock)
  const see = () =>
    beliefs.see({ accounts: accountsOf(['a', 'b'].map(rowOf)), control: '{}', at: 0 })
  const mistake = { accounts: ['a'], intents: [] }
  const doubtful = () => {
    let times = 0
    while (!beliefs.about({ accounts: ['a'] })) times += 1
    return times
  }
  see()
  beliefs.doubt(mistake)
  beliefs.see({ accounts: new Map(), control: '{}', at: 0 })

  expect(beliefs.about({ accounts: ['b'] })).toBeDefined()
  expect(beliefs.knows('a')).toBe(false)
  see()
  expect(doubtful()).toBe(1)
  beliefs.doubt(mistake)
  see()
  expect(doubtful()).toBe(2)
  beliefs.confirm(mistake)
  beliefs.doubt(mistake)
  see()
  expect(doubtful()).toBe(1)
})

const SENT = ['dispatched', 'succeeded']

function rowOf(account: string): AccountTable {
  const rest = { paused: 0, reason: null, seen_at: 0, failures: 0, probation: 0 }
  return { account, seq: 1, head: 'x', ...rest }
}

/** A store that has met its account. */
async function openWarm(options?: PostgresOptions): Promise<BehindProxy> {
  const world = await openBehindProxy(server.url, options)
  await sendAndEnd(world.store)
  return world
}

async function openOther({ url }: BehindProxy) {
  const store = await openPostgres(url)
  return { store, [Symbol.asyncDispose]: () => store.close() }
}

/** As a gateway does it: looks first, and claims what nobody has done. */
async function lookAndSend(store: Store, intent: Partial<NewIntent>) {
  const input = sendInput(intent)
  expect(await store.findDone(input.intent)).toBeUndefined()
  return leaseOf(await store.claim(input))
}

async function countOf({ beside }: BehindProxy, table: string): Promise<number> {
  const { rows } = await beside.query(`select count(*) as count from ${table}`)
  return rows[0].count
}

import { afterAll, beforeAll, expect, test } from 'vitest'
import { DEFAULT_TIMES } from '../../src/index.js'
import { openPostgres } from '../../src/postgres/index.js'
import { createDatabase } from '../harness/postgres-databases.js'
import { openBehindProxy } from '../harness/postgres-behind-proxy.js'
import { usePostgres } from '../harness/postgres-server.js'
import { ASK, claimInput, completeInput, leaseOf, sendInput } from '../harness/store-inputs.js'

let server: Awaited<ReturnType<typeof usePostgres>>

beforeAll(async () => {
  server = await usePostgres()
}, 120_000)
afterAll(() => server[Symbol.asyncDispose]())

const MANY = 32

test.each([1, MANY])(
  'changes that wait at the same time share a transaction, of %i accounts',
  async (accounts) => {
    await using world = await openBehindProxy(server.url)
    const names = Array.from({ length: MANY }, (_, index) => `account ${index % accounts}`)
    await Promise.all(
      names.map((account) => world.store.claim(claimInput({ account, content: account }))),
    )
    const before = world.proxy.commits

    const claims = await Promise.all(
      names.map((account, index) =>
        world.store.claim(sendInput({ account, content: `post ${index}` })),
      ),
    )
    await Promise.all(
      claims.map((claimed, index) => {
        const settlement = { kind: 'succeeded', value: {}, externalId: `id ${index}` } as const
        return world.store.complete(completeInput(leaseOf(claimed), settlement))
      }),
    )

    expect(claims.every(({ kind }) => kind === 'dispatched')).toBe(true)
    expect(world.proxy.commits - before).toBeLessThanOrEqual(6)
    expect(await world.store.verifyAudit()).toMatchObject({ kind: 'intact' })
  },
)

test('whoever waits for a connection when it is closed is served, or told so at once', async () => {
  await using database = await createDatabase(server.url)
  const times = { ...DEFAULT_TIMES, busy: 60_000 }
  const store = await openPostgres(database.url, { connections: 1, times })
  const { intent } = claimInput({ content: 'waits' })
  await store.claim(claimInput({ content: 'waits' }, { judge: () => ASK }))
  const asked = Array.from({ length: 20 }, () => [
    store.listIntents({ account: intent.account }),
    store.history(intent.id),
    store.verifyAudit(),
  ]).flat()
  const answers = Promise.allSettled(asked)
  await store.close()

  const refusals = (await answers).filter((answer) => answer.status === 'rejected')
  expect(refusals.map(({ reason }) => reason.code)).toEqual(refusals.map(() => 'closed'))
  await expect(store.listIntents({})).rejects.toMatchObject({ code: 'closed' })
})

test('one of a batch that fails takes nobody with it', async () => {
  await using world = await openBehindProxy(server.url)
  const bad = sendInput({ content: 'bad' }, { judge: refuseToJudge })

  const [failed, ...others] = await Promise.allSettled([
    world.store.claim(bad),
    ...Array.from({ length: 8 }, (_, index) =>
      world.store.claim(sendInput({ content: `${index}` })),
    ),
  ])

  expect(failed).toMatchObject({
    status: 'rejected',
    reason: { message: CANNOT },
  })
  expect(others.every((other) => other.status === 'fulfilled')).toBe(true)
})

test('after a lost commit, one that was no part of it is told its own', async () => {
  await using world = await openBehindProxy(server.url)
  await world.store.claim(sendInput({ content: 'first' }))
  world.proxy.loseCommit(0, 'answer lost')

  const [good, bad] = await Promise.allSettled([
    world.store.claim(sendInput({ content: 'good' })),
    world.store.claim(sendInput({ content: 'bad' }, { judge: refuseToJudge })),
  ])

  expect(world.proxy.hasLost).toBe(true)
  expect(good).toMatchObject({ status: 'fulfilled', value: { kind: 'dispatched' } })
  expect(bad).toMatchObject({ status: 'rejected', reason: { message: CANNOT } })
})

test('a closed store takes nothing more, and what waited was written', async () => {
  await using world = await openBehindProxy(server.url)
  const waiting = world.store.claim(sendInput({ content: 'last' }))

  await world.store.close()

  expect(await waiting).toMatchObject({ kind: 'dispatched' })
  await expect(world.store.claim(sendInput({ content: 'late' }))).rejects.toMatchObject({
    code: 'closed',
  })
})

test('a server that is not there is unavailable', async () => {
  const url = new URL(server.url)
  url.port = '1'

  await expect(openPostgres(url.href)).rejects.toMatchObject({ code: 'unavailable' })
})

test('a database that a newer program has used is left alone', async () => {
  await using world = await openBehindProxy(server.url)
  await world.beside.query(`insert into gateway_migration values (99, 'from the future')`)

  await expect(openPostgres(world.url)).rejects.toMatchObject({ code: 'schema_newer' })
})

const CANNOT = 'this one cannot be judged'

function refuseToJudge(): never {
  throw new Error(CANNOT)
}

import { expect, test } from 'vitest'
import { PERHAPS_SPENT, type Limit } from '../../src/store.js'
import {
  claimInput,
  completeInput,
  FAILED,
  leaseOf,
  sendAndEnd,
  sendInput,
  UNKNOWN,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const LIMITS: readonly Limit[] = [
  { dimension: 'posts', max: 2, windowMs: 1_000 },
  { dimension: 'money', max: 100, windowMs: 10_000 },
]

export function testLimits(open: OpenStore): void {
  const asking = (content: string, uses: Record<string, number>) =>
    sendInput({ content }, { limits: LIMITS, uses })

  test('all dimensions are reserved, or none', async () => {
    await using world = await open()
    await world.store.claim(asking('a', { posts: 1, money: 90 }))

    expect(await world.store.claim(asking('b', { posts: 1, money: 20 }))).toMatchObject({
      kind: 'denied',
      code: 'limit',
      rule: 'limit:money',
    })
    expect(await world.store.claim(asking('c', { posts: 1, money: 10 }))).toMatchObject({
      kind: 'dispatched',
    })
    expect(await world.store.claim(asking('d', { posts: 1, money: 0 }))).toMatchObject({
      rule: 'limit:posts',
    })
  })

  test('a limit holds in any span of its length, and says when there is room again', async () => {
    await using world = await open()
    await world.store.claim(asking('a', { posts: 1 }))
    await world.advance(600)
    await world.store.claim(asking('b', { posts: 1 }))

    expect(await world.store.claim(asking('c', { posts: 1 }))).toMatchObject({ retryAfterMs: 400 })
    expect(await world.store.claim(asking('d', { posts: 2 }))).toMatchObject({
      retryAfterMs: 1_000,
    })
    expect(await world.store.claim(asking('e', { posts: 3 }))).not.toHaveProperty('retryAfterMs')
    await world.advance(399)
    expect(await world.store.claim(asking('f', { posts: 1 }))).toMatchObject({ code: 'limit' })
    await world.advance(1)
    expect(await world.store.claim(asking('g', { posts: 1 }))).toMatchObject({ kind: 'dispatched' })
    expect(await world.store.claim(asking('h', { posts: 1 }))).toMatchObject({ retryAfterMs: 600 })
  })

  test('each account has its own', async () => {
    await using world = await open()
    for (const account of ['alice', 'bob', 'carol']) {
      const input = sendInput({ account }, { limits: LIMITS, uses: { posts: 2 } })
      expect(await world.store.claim(input)).toMatchObject({ kind: 'dispatched' })
    }
  })

  test('two limits of one dimension count it once', async () => {
    await using world = await open()
    const limits = [
      { dimension: 'posts', max: 1, windowMs: 1_000 },
      { dimension: 'posts', max: 2, windowMs: 60_000 },
    ]
    const post = (content: string) =>
      world.store.claim(sendInput({ content }, { limits, uses: { posts: 1 } }))

    expect(await post('a')).toMatchObject({ kind: 'dispatched' })
    await world.advance(1_000)
    expect(await post('b')).toMatchObject({ kind: 'dispatched' })
    await world.advance(1_000)
    expect(await post('c')).toMatchObject({ code: 'limit' })
  })

  test('only what has certainly not happened gives back what it reserved', async () => {
    await using world = await open()
    const limits = [{ dimension: 'posts', max: 1, windowMs: 60_000 }]
    const uses = { posts: 1 }
    const tries = [
      [FAILED, 'dispatched'],
      [{ kind: 'failed', code: PERHAPS_SPENT, message: 'who knows' }, 'denied'],
      [UNKNOWN, 'denied'],
      [{ kind: 'succeeded', value: null }, 'denied'],
    ] as const
    for (const [index, [settlement, then]] of tries.entries()) {
      const account = `a${index}`
      const lease = leaseOf(await world.store.claim(sendInput({ account }, { limits, uses })))
      await world.store.complete(completeInput(lease, settlement))
      const next = await world.store.claim(
        sendInput({ account, content: 'next' }, { limits, uses }),
      )
      expect([settlement.kind, next.kind]).toEqual([settlement.kind, then])
    }
  })

  for (const amount of [NaN, -1, 1.5, Infinity, 2 ** 53]) {
    test(`an amount of ${amount} is not within any limit`, async () => {
      await using world = await open()

      expect(await world.store.claim(asking('a', { posts: amount }))).toMatchObject({
        code: 'limit',
      })
      expect(await world.store.claim(asking('b', { posts: 2 }))).toMatchObject({
        kind: 'dispatched',
      })
    })
  }

  test('what waits for approval reserves nothing', async () => {
    await using world = await open()
    const { claim } = world.store
    for (const content of ['a', 'b', 'c']) {
      const decision = { kind: 'ask', asks: [{ for: 'approval', message: 'ok?' }] } as const
      const judge = () => ({ decision, rule: 'ask', reason: 'ok?', repeatable: false })
      expect(
        await claim(claimInput({ content }, { judge, limits: LIMITS, uses: { posts: 1 } })),
      ).toMatchObject({
        kind: 'routed',
      })
    }
    expect(await claim(asking('d', { posts: 2 }))).toMatchObject({ kind: 'dispatched' })
  })

  test('two hundred at once from two connections never go over', async () => {
    await using world = await open()
    const limits = [{ dimension: 'posts', max: 50, windowMs: 60_000 }]
    const stores = [world.store, world.again()]

    const claims = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (stores[index % 2] ?? world.store).claim(
          sendInput({ content: `c${index}` }, { limits, uses: { posts: 1 } }),
        ),
      ),
    )

    expect(claims.filter(({ kind }) => kind === 'dispatched')).toHaveLength(50)
  })

  test('a clock that is set back frees nothing', async () => {
    await using world = await open()
    await sendAndEnd(world.store)
    await world.store.claim(asking('a', { posts: 2 }))
    await world.advance(-60 * 60 * 1_000)

    expect(await world.store.claim(asking('b', { posts: 1 }))).toMatchObject({ code: 'limit' })
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'held' })
  })
}

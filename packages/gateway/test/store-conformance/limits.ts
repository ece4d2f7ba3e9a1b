import { expect, test } from 'vitest'
import { LONGEST_WINDOW_MS } from '../../src/policy-store.js'
import { PERHAPS_SPENT } from '../../src/store.js'
import {
  ASK,
  claimInput,
  completeInput,
  FAILED,
  leaseOf,
  sendAndEnd,
  sendInput,
  UNKNOWN,
  within,
  type Cap,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const CAPS: readonly Cap[] = [
  { dimension: 'posts', max: 2, windowMs: 1_000 },
  { dimension: 'money', max: 100, windowMs: 10_000 },
]

export function testLimits(open: OpenStore): void {
  const asking = (content: string, uses: Record<string, number>) =>
    sendInput({ content }, within(CAPS, uses))

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

  test.each([CAPS, CAPS.toReversed()])(
    'of several limits, the one that has room last says when, in any order',
    async (...caps) => {
      await using world = await open()
      const claim = (content: string, uses: Record<string, number>) =>
        world.store.claim(sendInput({ content }, within(caps, uses)))
      await claim('a', { posts: 2, money: 60 })

      expect(await claim('b', { posts: 1, money: 50 })).toMatchObject({
        rule: 'limit:money',
        retryAfterMs: 10_000,
      })
      const never = await claim('c', { posts: 3, money: 50 })
      expect(never).toMatchObject({ rule: 'limit:posts' })
      expect(never).not.toHaveProperty('retryAfterMs')
    },
  )

  test('each account has its own', async () => {
    await using world = await open()
    for (const account of ['alice', 'bob', 'carol']) {
      const input = sendInput({ account }, within(CAPS, { posts: 2 }))
      expect(await world.store.claim(input)).toMatchObject({ kind: 'dispatched' })
    }
  })

  test('two limits of one dimension count it once', async () => {
    await using world = await open()
    const caps = [
      { dimension: 'posts', max: 1, windowMs: 1_000 },
      { dimension: 'posts', max: 2, windowMs: 60_000 },
    ]
    const post = (content: string) =>
      world.store.claim(sendInput({ content }, within(caps, { posts: 1 })))

    expect(await post('a')).toMatchObject({ kind: 'dispatched' })
    await world.advance(1_000)
    expect(await post('b')).toMatchObject({ kind: 'dispatched' })
    await world.advance(1_000)
    expect(await post('c')).toMatchObject({ code: 'limit' })
  })

  test('only what has certainly not happened gives back what it reserved', async () => {
    await using world = await open()
    const caps = [{ dimension: 'posts', max: 1, windowMs: 60_000 }]
    const uses = { posts: 1 }
    const tries = [
      [FAILED, 'dispatched'],
      [{ kind: 'failed', code: PERHAPS_SPENT, message: 'who knows' }, 'denied'],
      [UNKNOWN, 'denied'],
      [{ kind: 'succeeded', value: null }, 'denied'],
    ] as const
    for (const [index, [settlement, then]] of tries.entries()) {
      const account = `a${index}`
      const lease = leaseOf(await world.store.claim(sendInput({ account }, within(caps, uses))))
      await world.store.complete(completeInput(lease, settlement))
      const next = await world.store.claim(
        sendInput({ account, content: 'next' }, within(caps, uses)),
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
      const { reserves } = within(CAPS, { posts: 1 }).judge()
      const judge = () => ({ ...ASK, reserves })
      expect(await claim(claimInput({ content }, { judge }))).toMatchObject({ kind: 'routed' })
    }
    expect(await claim(asking('d', { posts: 2 }))).toMatchObject({ kind: 'dispatched' })
  })

  test('two hundred at once from two connections never go over', async () => {
    await using world = await open()
    const caps = [{ dimension: 'posts', max: 50, windowMs: 60_000 }]
    const stores = [world.store, world.again()]

    const claims = await Promise.all(
      Array.from({ length: 200 }, (_, index) =>
        (stores[index % 2] ?? world.store).claim(
          sendInput({ content: `c${index}` }, within(caps, { posts: 1 })),
        ),
      ),
    )

    expect(claims.filter(({ kind }) => kind === 'dispatched')).toHaveLength(50)
  })

  test('a longer window that comes later still counts what was used before', async () => {
    await using world = await open()
    const month = [{ dimension: 'posts', max: 1, windowMs: LONGEST_WINDOW_MS }]
    await world.store.claim(asking('a', { posts: 1 }))
    await world.advance(LONGEST_WINDOW_MS - 1_000)
    await world.store.claim(asking('b', { posts: 1 }))

    const claim = (content: string) =>
      world.store.claim(sendInput({ content }, within(month, { posts: 1 })))
    expect(await claim('c')).toMatchObject({ code: 'limit' })
    await world.advance(LONGEST_WINDOW_MS - 1)
    expect(await claim('d')).toMatchObject({ code: 'limit', retryAfterMs: 1 })
  })

  test('what is used up can be read, and when there is room again', async () => {
    await using world = await open()
    const { reserves } = within(CAPS, { posts: 1, money: 50 }).judge()
    await world.store.claim(asking('a', { posts: 2, money: 60 }))
    await world.advance(400)

    expect(await world.store.measure('alice', reserves)).toEqual([
      { used: 2, retryAfterMs: 600 },
      { used: 60, retryAfterMs: 9_600 },
    ])
    expect(await world.store.measure('bob', reserves)).toEqual([{ used: 0 }, { used: 0 }])
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

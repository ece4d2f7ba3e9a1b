import { expect, test } from 'vitest'
import { type NewIntent } from '../../src/store.js'
import {
  ALLOW,
  ASK,
  claimInput,
  completeInput,
  FAILED,
  leaseOf,
  REHEARSE,
  sendAndEnd,
  sendInput,
  UNKNOWN,
  within,
} from '../harness/store-inputs.js'
import { type OpenStore } from '../store-conformance.js'

const SEARCH = {
  account: 'alice',
  content: 'gm',
  clientKey: undefined,
  slot: undefined,
  allowRepeat: false,
}

export function testKeys(open: OpenStore): void {
  test('the same content is one intent while it is open, whoever asks and under whatever key', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(claimInput({ clientKey: 'a' })))

    for (const clientKey of ['b', undefined]) {
      const again = await world
        .again()
        .claim(claimInput({ clientKey, principal: { kind: 'loop', id: 'l' } }))
      expect(again).toMatchObject({ kind: 'held', by: 'fingerprint', holder: { id: lease.intent } })
    }
  })

  test.each([
    ['under way', 'dispatched'],
    ['done', 'succeeded'],
  ])(
    'a key that joins what was asked for without one, and is %s, is its key from then on',
    async (_, state) => {
      await using world = await open()
      const lease = leaseOf(await world.store.claim(sendInput()))
      if (state === 'succeeded') await world.store.complete(completeInput(lease))
      const held = { kind: 'held', holder: { id: lease.intent } }

      expect(
        await world.store.findDone({ ...SEARCH, clientKey: 'k', keyOnly: true }),
      ).toBeUndefined()
      expect(await world.store.claim(claimInput({ clientKey: 'k' }))).toMatchObject(held)
      if (state === 'dispatched') await world.store.complete(completeInput(lease))
      expect(await world.again().claim(claimInput({ clientKey: 'other' }))).toMatchObject(held)
      await world.advance(world.times.fingerprintHeld)

      expect(await world.store.claim(claimInput({ clientKey: 'k' }))).toMatchObject({
        ...held,
        by: 'key',
      })
      expect(await world.store.claim(claimInput({ clientKey: 'k', content: 'x' }))).toMatchObject({
        ...held,
        by: 'key',
      })
      expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'claimed' })
      await world.advance(world.times.keyHeld)
      expect(await world.store.claim(claimInput({ clientKey: 'k', content: 'y' }))).toMatchObject({
        kind: 'claimed',
      })
    },
  )

  test('another account is another intent, by content and by key', async () => {
    await using world = await open()
    await sendAndEnd(world.store, { clientKey: 'k' })

    expect(await world.store.claim(claimInput({ clientKey: 'k', account: 'bob' }))).toMatchObject({
      kind: 'claimed',
    })
  })

  test('a key says more than the content', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store, { clientKey: 'k' })

    expect(await world.store.claim(claimInput({ clientKey: 'k', content: 'other' }))).toMatchObject(
      {
        kind: 'held',
        by: 'key',
        holder: { id: intent, content: 'gm' },
      },
    )
  })

  test('after success the content is free when its time is over, the key only a day later', async () => {
    await using world = await open()
    await sendAndEnd(world.store, { clientKey: 'k' })

    await world.advance(world.times.fingerprintHeld)
    expect(await world.store.claim(claimInput({ clientKey: 'k' }))).toMatchObject({ by: 'key' })
    await sendAndEnd(world.store, { clientKey: 'other' })
    await world.advance(world.times.keyHeld)
    expect(await world.store.claim(claimInput({ clientKey: 'k' }))).toMatchObject({
      kind: 'claimed',
    })
  })

  test('the window of the content begins at the end, not at the beginning', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(sendInput()))
    await world.advance(world.times.fingerprintHeld * 2)
    await world.store.complete(completeInput(lease))

    await world.advance(world.times.fingerprintHeld / 2)
    expect(await world.store.claim(claimInput())).toMatchObject({ kind: 'held' })
  })

  test('unknown and needs_human hold both keys without limit', async () => {
    await using world = await open()
    await sendAndEnd(world.store, { content: 'a', clientKey: 'ka' }, UNKNOWN)
    await sendAndEnd(world.store, { content: 'b', clientKey: 'kb' }, UNKNOWN)
    await world.advance(world.times.settle)
    for (const { lease, intent } of await world.store.takeDue('p2', 10, ['post.create'])) {
      if (intent.content === 'b')
        await world.store.recordLook(lease, { kind: 'ambiguous' }, () => [])
    }
    await world.advance(world.times.keyHeld * 2)

    for (const [content, state] of [
      ['a', 'unknown'],
      ['b', 'needs_human'],
    ] as const) {
      const byContent = await world.store.claim(claimInput({ content }))
      expect(byContent).toMatchObject({ kind: 'held', holder: { state } })
      const byKey = await world.store.claim(claimInput({ content: 'x', clientKey: `k${content}` }))
      expect(byKey).toMatchObject({ kind: 'held', by: 'key' })
    }
  })

  test('what failed lets go of both keys', async () => {
    await using world = await open()
    await sendAndEnd(world.store, { clientKey: 'k' }, FAILED)

    expect(await world.store.claim(claimInput({ clientKey: 'k' }))).toMatchObject({
      kind: 'claimed',
    })
  })

  test('what is done may be repeated on purpose, once a key', async () => {
    await using world = await open()
    await sendAndEnd(world.store)
    const repeat = (clientKey: string) => sendInput({ clientKey, allowRepeat: true })

    const second = leaseOf(await world.store.claim(repeat('r1')))
    await world.store.complete(completeInput(second))

    expect(await world.store.claim(repeat('r1'))).toMatchObject({
      kind: 'held',
      by: 'key',
      holder: { id: second.intent },
    })
    expect(await world.store.claim(repeat('r2'))).toMatchObject({ kind: 'dispatched' })
  })

  test('what is under way cannot be repeated, and of two repeats at once one waits', async () => {
    await using world = await open()
    await sendAndEnd(world.store)
    const repeat = (clientKey: string) => sendInput({ clientKey, allowRepeat: true })

    const claims = await Promise.all([
      world.store.claim(repeat('r1')),
      world.again().claim(repeat('r2')),
      world.store.claim(repeat('r3')),
    ])

    expect(claims.map(({ kind }) => kind).toSorted()).toEqual(['dispatched', 'held', 'held'])
  })

  test('a repeat needs a rule that lets it, and a key', async () => {
    await using world = await open()
    await sendAndEnd(world.store)
    const judge = () => ({ ...ALLOW, repeatable: false })

    const forbidden = claimInput({ clientKey: 'r', allowRepeat: true }, { judge })
    expect(await world.store.claim(forbidden)).toMatchObject({ kind: 'held', by: 'fingerprint' })
    expect(await world.store.claim(claimInput({ allowRepeat: true }))).toMatchObject({
      kind: 'held',
    })
    const fresh = claimInput({ content: 'new', clientKey: 'r', allowRepeat: true }, { judge })
    expect(await world.store.claim(fresh)).toMatchObject({ code: 'repeat_not_allowed' })
  })

  test('a repeat of which nothing comes leaves the window of the first as it was', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store)
    const repeat = { clientKey: 'r', allowRepeat: true }
    const none = [{ dimension: 'post.create', max: 0, windowMs: 1_000 }]
    const plain = () => world.store.claim(claimInput())

    expect(await world.store.claim(claimInput(repeat, within(none)))).toMatchObject({
      code: 'limit',
    })
    expect(await plain()).toMatchObject({ kind: 'held', holder: { id: intent } })
    expect(await world.store.claim(claimInput(repeat, { judge: () => REHEARSE }))).toMatchObject({
      kind: 'dry_run',
    })
    expect(await plain()).toMatchObject({ kind: 'held', holder: { id: intent } })
    await world.store.pause({ by: { kind: 'person', id: 'ann' }, reason: 'stop' })
    expect(await world.store.claim(claimInput(repeat))).toMatchObject({ code: 'paused' })
    await world.store.resume({ by: { kind: 'person', id: 'ann' }, reason: 'go' })
    expect(await plain()).toMatchObject({ kind: 'held', holder: { id: intent } })
  })

  test('one change of a slot at a time; another one waits', async () => {
    await using world = await open()
    const lease = leaseOf(await world.store.claim(sendInput(like(true))))

    expect(await world.store.claim(sendInput(like(true)))).toMatchObject({ by: 'fingerprint' })
    expect(await world.store.claim(sendInput(like(false)))).toMatchObject({
      kind: 'held',
      by: 'slot',
      holder: { id: lease.intent },
    })
    expect(await world.store.claim(sendInput(like(false, 'p2')))).toMatchObject({
      kind: 'dispatched',
    })
  })

  test('like, unlike and like again are three; like and like again are one', async () => {
    await using world = await open()
    const kinds = []
    for (const liked of [true, true, false, true, true]) {
      const claimed = await world.store.claim(sendInput(like(liked)))
      kinds.push(claimed.kind)
      if (claimed.kind === 'dispatched') await world.store.complete(completeInput(claimed.lease))
    }

    expect(kinds).toEqual(['dispatched', 'held', 'dispatched', 'dispatched', 'held'])
  })

  test('a change of a slot that failed has changed nothing', async () => {
    await using world = await open()
    await sendAndEnd(world.store, like(true))
    await sendAndEnd(world.store, like(false), FAILED)

    expect(await world.store.claim(sendInput(like(true)))).toMatchObject({
      kind: 'held',
      by: 'fingerprint',
    })
    expect(await world.store.claim(sendInput(like(false)))).toMatchObject({ kind: 'dispatched' })
  })

  test('payments are told apart by their keys alone', async () => {
    await using world = await open()
    const pay = (clientKey: string) => sendInput({ class: 'spend', clientKey })
    await world.store.claim(pay('run:1'))

    expect(await world.store.claim(pay('run:2'))).toMatchObject({ kind: 'dispatched' })
    expect(await world.store.claim(pay('run:1'))).toMatchObject({ kind: 'held', by: 'key' })
  })

  test('a payment that a person approved stands in no other payment’s way', async () => {
    await using world = await open()
    const pay = (clientKey: string) => ({ class: 'spend', clientKey }) as const
    const routed = await world.store.claim(claimInput(pay('run:1'), { judge: () => ASK }))

    expect(routed.kind).toBe('routed')
    const second = claimInput(pay('run:0'), { judge: () => ASK })
    expect(await world.store.claim(second)).toMatchObject({
      kind: 'routed',
      intent: { queueId: 2 },
    })
    expect(await world.store.claim(sendInput(pay('run:2')))).toMatchObject({ kind: 'dispatched' })
    const id = routed.kind === 'routed' ? routed.intent.id : ''
    await world.store.approve(id, { principal: { kind: 'person', id: 'ann' } })
    expect(await world.store.claim(sendInput(pay('run:3')))).toMatchObject({ kind: 'dispatched' })
  })

  test('what is done is found by reading alone, until its time is over', async () => {
    await using world = await open()
    const { intent } = await sendAndEnd(world.store, { clientKey: 'k' })
    const search = {
      account: 'alice',
      content: 'gm',
      clientKey: undefined,
      slot: undefined,
      allowRepeat: false,
    }

    expect(await world.store.findDone(search)).toMatchObject({ id: intent })
    expect(await world.store.findDone({ ...search, account: 'bob' })).toBeUndefined()
    expect(await world.store.findDone({ ...search, content: 'x' })).toBeUndefined()
    expect(await world.store.findDone({ ...search, content: 'x', clientKey: 'k' })).toBeUndefined()
    expect(await world.store.findDone({ ...search, allowRepeat: true })).toBeUndefined()
    expect(
      await world.store.findDone({ ...search, clientKey: 'k', allowRepeat: true }),
    ).toMatchObject({
      id: intent,
    })
    await world.advance(world.times.fingerprintHeld)
    expect(await world.store.findDone(search)).toBeUndefined()
    expect(await world.store.findDone({ ...search, clientKey: 'k' })).toMatchObject({ id: intent })
  })

  test('what is only under way is not found as done', async () => {
    await using world = await open()
    await world.store.claim(sendInput())
    const search = {
      account: 'alice',
      content: 'gm',
      clientKey: undefined,
      slot: undefined,
      allowRepeat: false,
    }

    expect(await world.store.findDone(search)).toBeUndefined()
  })
}

function like(liked: boolean, post = 'p1'): Partial<NewIntent> {
  return {
    operation: 'like.set',
    class: 'set',
    content: `${post}:${liked}`,
    slot: { name: `like:${post}`, value: liked },
  }
}
